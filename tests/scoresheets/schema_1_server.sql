-- A server as schema 1 would have laid it out; its rows are those of schema_1.sql.

CREATE TABLE player (
	id BIGINT NOT NULL,
	name VARCHAR COLLATE "C" NOT NULL,
	folded VARCHAR COLLATE "C" NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (folded)
);
CREATE TABLE session (
	id BIGINT NOT NULL,
	game VARCHAR COLLATE "C" NOT NULL,
	edition BIGINT NOT NULL,
	title VARCHAR COLLATE "C" NOT NULL,
	place VARCHAR COLLATE "C" NOT NULL,
	dealer VARCHAR COLLATE "C" NOT NULL,
	seed BIGINT,
	opened TIMESTAMP WITH TIME ZONE NOT NULL,
	ended TIMESTAMP WITH TIME ZONE,
	taken_up BIGINT NOT NULL,
	over BOOLEAN NOT NULL,
	hands BIGINT NOT NULL,
	PRIMARY KEY (id)
);
CREATE INDEX ix_session_game ON session (game);
CREATE INDEX ix_session_taken_up ON session (taken_up);
CREATE INDEX session_in_play ON session (ended, taken_up);
CREATE TABLE entry (
	session_id BIGINT NOT NULL,
	number BIGINT NOT NULL,
	at TIMESTAMP WITH TIME ZONE NOT NULL,
	kind VARCHAR COLLATE "C" NOT NULL,
	text VARCHAR COLLATE "C" NOT NULL,
	typed VARCHAR COLLATE "C" NOT NULL,
	verdict VARCHAR COLLATE "C" NOT NULL,
	overrule BOOLEAN NOT NULL,
	rules VARCHAR COLLATE "C" NOT NULL,
	findings VARCHAR COLLATE "C" NOT NULL,
	message VARCHAR COLLATE "C" NOT NULL,
	why VARCHAR COLLATE "C" NOT NULL,
	target BIGINT NOT NULL,
	moved BIGINT NOT NULL,
	PRIMARY KEY (session_id, number),
	FOREIGN KEY(session_id) REFERENCES session (id)
);
CREATE TABLE house_rule (
	session_id BIGINT NOT NULL,
	name VARCHAR COLLATE "C" NOT NULL,
	value VARCHAR COLLATE "C",
	chosen BOOLEAN NOT NULL,
	PRIMARY KEY (session_id, name),
	FOREIGN KEY(session_id) REFERENCES session (id)
);
CREATE TABLE seat (
	session_id BIGINT NOT NULL,
	place BIGINT NOT NULL,
	player_id BIGINT NOT NULL,
	name VARCHAR COLLATE "C" NOT NULL,
	PRIMARY KEY (session_id, place),
	FOREIGN KEY(session_id) REFERENCES session (id),
	FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX ix_seat_player_id ON seat (player_id);
CREATE TABLE result (
	session_id BIGINT NOT NULL,
	player_id BIGINT NOT NULL,
	side VARCHAR COLLATE "C" NOT NULL,
	score BIGINT NOT NULL,
	place BIGINT NOT NULL,
	winner BOOLEAN NOT NULL,
	sharing BIGINT NOT NULL,
	PRIMARY KEY (session_id, player_id),
	FOREIGN KEY(session_id) REFERENCES session (id),
	FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX ix_result_player_id ON result (player_id);
CREATE TABLE referee (schema INTEGER NOT NULL);
INSERT INTO referee VALUES (1);
CREATE FUNCTION referee_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE FUNCTION referee_counts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN IF NEW.number IS DISTINCT FROM (SELECT coalesce(max(number), 0) + 1 FROM entry WHERE session_id = NEW.session_id) THEN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry FOR EACH ROW EXECUTE FUNCTION referee_refuses('a line of the journal is never changed');
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry FOR EACH ROW EXECUTE FUNCTION referee_refuses('a line of the journal is never deleted');
CREATE TRIGGER entry_is_never_emptied BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION referee_refuses('a line of the journal is never deleted');
CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION referee_counts('a line of the journal has the number after the last');

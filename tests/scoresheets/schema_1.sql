-- A file as schema 1 laid it out: an evening of Oh Hell! that has ended, and one of Put and Take that goes on.

PRAGMA application_id = 1380336978;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entry (
	session_id INTEGER NOT NULL,
	number INTEGER NOT NULL,
	at DATETIME NOT NULL,
	kind VARCHAR NOT NULL,
	text VARCHAR NOT NULL,
	typed VARCHAR NOT NULL,
	verdict VARCHAR NOT NULL,
	overrule BOOLEAN NOT NULL,
	rules VARCHAR NOT NULL,
	findings VARCHAR NOT NULL,
	message VARCHAR NOT NULL,
	why VARCHAR NOT NULL,
	target INTEGER NOT NULL,
	moved INTEGER NOT NULL,
	PRIMARY KEY (session_id, number),
	FOREIGN KEY(session_id) REFERENCES session (id)
)
 WITHOUT ROWID

;
INSERT INTO "entry" VALUES(1,1,'2026-11-20 19:31:00.000000','report','deal Ann 2','deal Ann 2','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,2,'2026-11-20 19:32:00.000000','report','upcard 7H','upcard 7H','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,3,'2026-11-20 19:33:00.000000','report','Ben bids 1','Ben bids 1','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,4,'2026-11-20 19:34:00.000000','report','Zoë bids 1','Zoe bids 1','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,5,'2026-11-20 19:35:00.000000','report','Ann bids 1','Ann bids 1','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,6,'2026-11-20 19:36:00.000000','report','trick QS 3S KS','trick QS 3S KS','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,7,'2026-11-20 19:37:00.000000','report','trick AD 2H 4D','trick AD 2H 4D','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,8,'2026-11-20 19:38:00.000000','report','Ann takes 1','Ann takes 1','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,9,'2026-11-20 19:39:00.000000','report','note x','note x','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(1,10,'2026-11-20 19:40:00.000000','undo','','','accepted',0,'[]','[]','','',0,1);
INSERT INTO "entry" VALUES(1,11,'2026-11-20 19:41:00.000000','fix','Ann bids 2','','accepted',0,'[]','[]','','misheard',5,0);
INSERT INTO "entry" VALUES(1,12,'2026-11-20 19:42:00.000000','end','end','','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(2,1,'2026-11-20 19:45:00.000000','report','deal Annie','deal Annie','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(2,2,'2026-11-20 19:46:00.000000','report','Ben puts 4','Ben puts 4','accepted',0,'[]','[]','','',0,0);
INSERT INTO "entry" VALUES(2,3,'2026-11-20 19:47:00.000000','report','stop','stop','accepted',0,'[]','[]','','',0,0);
CREATE TABLE house_rule (
	session_id INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	value VARCHAR,
	chosen BOOLEAN NOT NULL,
	PRIMARY KEY (session_id, name),
	FOREIGN KEY(session_id) REFERENCES session (id)
);
INSERT INTO "house_rule" VALUES(1,'first-hand','2',1);
INSERT INTO "house_rule" VALUES(2,'rates','rising',0);
CREATE TABLE player (
	id INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	folded VARCHAR NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (folded)
);
INSERT INTO "player" VALUES(1,'Ann','ann');
INSERT INTO "player" VALUES(2,'Ben','ben');
INSERT INTO "player" VALUES(3,'Zoë','zoe');
INSERT INTO "player" VALUES(4,'Annie','annie');
CREATE TABLE result (
	session_id INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	side VARCHAR NOT NULL,
	score INTEGER NOT NULL,
	place INTEGER NOT NULL,
	winner BOOLEAN NOT NULL,
	sharing INTEGER NOT NULL,
	PRIMARY KEY (session_id, player_id),
	FOREIGN KEY(session_id) REFERENCES session (id),
	FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "result" VALUES(1,1,'Ann',-10,2,0,1);
INSERT INTO "result" VALUES(1,2,'Ben',10,1,1,1);
INSERT INTO "result" VALUES(1,3,'Zoë',-10,2,0,1);
INSERT INTO "result" VALUES(2,4,'Annie',4,1,0,0);
INSERT INTO "result" VALUES(2,2,'Ben',-4,2,0,0);
CREATE TABLE seat (
	session_id INTEGER NOT NULL,
	place INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	PRIMARY KEY (session_id, place),
	FOREIGN KEY(session_id) REFERENCES session (id),
	FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "seat" VALUES(1,1,1,'Ann');
INSERT INTO "seat" VALUES(1,2,2,'Ben');
INSERT INTO "seat" VALUES(1,3,3,'Zoë');
INSERT INTO "seat" VALUES(2,1,4,'Annie');
INSERT INTO "seat" VALUES(2,2,2,'Ben');
CREATE TABLE session (
	id INTEGER NOT NULL,
	game VARCHAR NOT NULL,
	edition INTEGER NOT NULL,
	title VARCHAR NOT NULL,
	place VARCHAR NOT NULL,
	dealer VARCHAR NOT NULL,
	seed INTEGER,
	opened DATETIME NOT NULL,
	ended DATETIME,
	taken_up INTEGER NOT NULL,
	over BOOLEAN NOT NULL,
	hands INTEGER NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "session" VALUES(1,'oh-hell',1,'At Ann''s; ''tis','','Ann',NULL,'2026-11-20 19:30:00.000000','2026-11-20 19:43:00.000000',1,1,1);
INSERT INTO "session" VALUES(2,'put-and-take',1,'','','',NULL,'2026-11-20 19:44:00.000000',NULL,2,0,1);
CREATE INDEX ix_session_game ON session (game);
CREATE INDEX ix_session_taken_up ON session (taken_up);
CREATE INDEX session_in_play ON session (ended, taken_up);
CREATE INDEX ix_result_player_id ON result (player_id);
CREATE INDEX ix_seat_player_id ON seat (player_id);
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a line of the journal is never deleted'); END;
CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM entry WHERE session_id = NEW.session_id) BEGIN SELECT RAISE(ABORT, 'a line of the journal has the number after the last'); END;
COMMIT;

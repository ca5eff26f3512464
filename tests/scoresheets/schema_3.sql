-- A file as schema 3 laid it out: the evenings of schema_1.sql, with their chains and seals.

PRAGMA application_id = 1380336978;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE book (
	id INTEGER NOT NULL, 
	sessions INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	rulings INTEGER NOT NULL, 
	in_play INTEGER NOT NULL, 
	latest INTEGER NOT NULL, 
	seal VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "book" VALUES(1,2,4,0,2,2,'e45b23ffefcc377d07c1d24d2644d0fb');
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
	moved INTEGER NOT NULL, digest VARCHAR DEFAULT '' NOT NULL,
	PRIMARY KEY (session_id, number),
	FOREIGN KEY(session_id) REFERENCES session (id)
)
 WITHOUT ROWID

;
INSERT INTO "entry" VALUES(1,1,'2026-11-20 19:31:00.000000','report','deal Ann 2','deal Ann 2','accepted',0,'[]','[]','','',0,0,'7564f5188a2cc655bc1b3373814bd78f');
INSERT INTO "entry" VALUES(1,2,'2026-11-20 19:32:00.000000','report','upcard 7H','upcard 7H','accepted',0,'[]','[]','','',0,0,'9ed0223fe9bae4dc4695399213c59fc5');
INSERT INTO "entry" VALUES(1,3,'2026-11-20 19:33:00.000000','report','Ben bids 1','Ben bids 1','accepted',0,'[]','[]','','',0,0,'6d5f62b487beeebaeee6a1c87f7beb40');
INSERT INTO "entry" VALUES(1,4,'2026-11-20 19:34:00.000000','report','Zoë bids 1','Zoe bids 1','accepted',0,'[]','[]','','',0,0,'74c28b395e63231618da1731d4cdfc9a');
INSERT INTO "entry" VALUES(1,5,'2026-11-20 19:35:00.000000','report','Ann bids 1','Ann bids 1','accepted',0,'[]','[]','','',0,0,'b2c9c245eda549e654838bab5e6f2eef');
INSERT INTO "entry" VALUES(1,6,'2026-11-20 19:36:00.000000','report','trick QS 3S KS','trick QS 3S KS','accepted',0,'[]','[]','','',0,0,'e9ce7b2e16f4f6b08d07b3c6bbd54144');
INSERT INTO "entry" VALUES(1,7,'2026-11-20 19:37:00.000000','report','trick AD 2H 4D','trick AD 2H 4D','accepted',0,'[]','[]','','',0,0,'668fe48ceda8c856792618372e46d73f');
INSERT INTO "entry" VALUES(1,8,'2026-11-20 19:38:00.000000','report','Ann takes 1','Ann takes 1','accepted',0,'[]','[]','','',0,0,'76752008f176901563cae51c8c5d1a8d');
INSERT INTO "entry" VALUES(1,9,'2026-11-20 19:39:00.000000','report','note x','note x','accepted',0,'[]','[]','','',0,0,'729e5866dc0fce44cf160c82c3ab2d1c');
INSERT INTO "entry" VALUES(1,10,'2026-11-20 19:40:00.000000','undo','','','accepted',0,'[]','[]','','',0,1,'495f4f3d79733fe91653887a1eae402c');
INSERT INTO "entry" VALUES(1,11,'2026-11-20 19:41:00.000000','fix','Ann bids 2','','accepted',0,'[]','[]','','misheard',5,0,'022abaa7d681c146830af06a04b37b7c');
INSERT INTO "entry" VALUES(1,12,'2026-11-20 19:42:00.000000','end','end','','accepted',0,'[]','[]','','',0,0,'124d84f338c3f5ca140f0ac55786ae17');
INSERT INTO "entry" VALUES(2,1,'2026-11-20 19:45:00.000000','report','deal Annie','deal Annie','accepted',0,'[]','[]','','',0,0,'81bfc14e18b9c6853d89fa780a96ff0e');
INSERT INTO "entry" VALUES(2,2,'2026-11-20 19:46:00.000000','report','Ben puts 4','Ben puts 4','accepted',0,'[]','[]','','',0,0,'0e2e946d710faf969390b6dd8b6f07e0');
INSERT INTO "entry" VALUES(2,3,'2026-11-20 19:47:00.000000','report','stop','stop','accepted',0,'[]','[]','','',0,0,'6e510dc2f8a23770d8ecc97b2b0fb639');
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
	folded VARCHAR NOT NULL, same_as INTEGER REFERENCES player (id), seal VARCHAR DEFAULT '' NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (folded)
);
INSERT INTO "player" VALUES(1,'Ann','ann',NULL,'0c45e07d9a4873c532f10b01e70f2c73');
INSERT INTO "player" VALUES(2,'Ben','ben',NULL,'902826463d270ac56dfe5972e280941a');
INSERT INTO "player" VALUES(3,'Zoë','zoe',NULL,'7da2930e092417886df5c43c8c3cd6a2');
INSERT INTO "player" VALUES(4,'Annie','annie',NULL,'2f49ee18fe2dc60e6489c1c0b5bf18ca');
CREATE TABLE precedent (
	id INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	session_id INTEGER, 
	line INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	question VARCHAR NOT NULL, 
	facts VARCHAR NOT NULL, 
	rule VARCHAR NOT NULL, 
	options VARCHAR NOT NULL, 
	verdict VARCHAR NOT NULL, 
	certainty VARCHAR NOT NULL, 
	effect VARCHAR NOT NULL, 
	agreed VARCHAR NOT NULL, 
	note VARCHAR NOT NULL, 
	adopted DATETIME, 
	adopted_as VARCHAR NOT NULL, seal VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(session_id) REFERENCES session (id)
);
CREATE TABLE result (
	session_id INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	side VARCHAR NOT NULL,
	score INTEGER NOT NULL,
	place INTEGER NOT NULL,
	winner BOOLEAN NOT NULL,
	sharing INTEGER NOT NULL, behind INTEGER DEFAULT '0' NOT NULL,
	PRIMARY KEY (session_id, player_id),
	FOREIGN KEY(session_id) REFERENCES session (id),
	FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "result" VALUES(1,1,'Ann',-10,2,0,0,0);
INSERT INTO "result" VALUES(1,2,'Ben',10,1,0,0,0);
INSERT INTO "result" VALUES(1,3,'Zoë',-10,2,0,0,0);
INSERT INTO "result" VALUES(2,4,'Annie',4,1,0,0,0);
INSERT INTO "result" VALUES(2,2,'Ben',-4,2,0,0,0);
CREATE TABLE seat (
	session_id INTEGER NOT NULL,
	place INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	name VARCHAR NOT NULL, joined BOOLEAN DEFAULT '0' NOT NULL,
	PRIMARY KEY (session_id, place),
	FOREIGN KEY(session_id) REFERENCES session (id),
	FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "seat" VALUES(1,1,1,'Ann',0);
INSERT INTO "seat" VALUES(1,2,2,'Ben',0);
INSERT INTO "seat" VALUES(1,3,3,'Zoë',0);
INSERT INTO "seat" VALUES(2,1,4,'Annie',0);
INSERT INTO "seat" VALUES(2,2,2,'Ben',0);
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
	hands INTEGER NOT NULL, profile VARCHAR DEFAULT '' NOT NULL, imported VARCHAR DEFAULT '' NOT NULL, root VARCHAR DEFAULT '' NOT NULL, chain VARCHAR DEFAULT '' NOT NULL, seal VARCHAR DEFAULT '' NOT NULL, tally VARCHAR DEFAULT '' NOT NULL, aside DATETIME,
	PRIMARY KEY (id)
);
INSERT INTO "session" VALUES(1,'oh-hell',1,'At Ann''s; ''tis','','Ann',NULL,'2026-11-20 19:30:00.000000','2026-11-20 19:43:00.000000',1,0,1,'','','0b9ef255c87b1b42128dd3f60e2845d4','124d84f338c3f5ca140f0ac55786ae17','38a5df5b09457b84d41a02a8a05ae235','afa01ca4fc209a9b14fd4aff42f75d18',NULL);
INSERT INTO "session" VALUES(2,'put-and-take',1,'','','',NULL,'2026-11-20 19:44:00.000000',NULL,2,0,1,'','','918a747b20774485c8e9d815f5d72a29','6e510dc2f8a23770d8ecc97b2b0fb639','2abf812d1e3cd9d9c05307419342db60','8def8dc540e4df84aa0d2cda1024e12b',NULL);
CREATE INDEX ix_session_game ON session (game);
CREATE INDEX ix_session_taken_up ON session (taken_up);
CREATE INDEX session_in_play ON session (ended, taken_up);
CREATE INDEX ix_result_player_id ON result (player_id);
CREATE INDEX ix_seat_player_id ON seat (player_id);
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a line of the journal is never deleted'); END;
CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM entry WHERE session_id = NEW.session_id) BEGIN SELECT RAISE(ABORT, 'a line of the journal has the number after the last'); END;
CREATE INDEX ix_session_imported ON session (imported);
CREATE INDEX ix_precedent_game ON precedent (game);
CREATE INDEX ix_precedent_session_id ON precedent (session_id);
CREATE TRIGGER precedent_is_never_deleted BEFORE DELETE ON precedent BEGIN SELECT RAISE(ABORT, 'a ruling is never deleted'); END;
CREATE TRIGGER precedent_is_only_adopted BEFORE UPDATE OF id, at, session_id, line, game, question, facts, rule, options, verdict, certainty, effect, agreed, note ON precedent BEGIN SELECT RAISE(ABORT, 'a ruling is never changed'); END;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END;
CREATE TRIGGER entry_ends_the_chain AFTER INSERT ON entry BEGIN UPDATE session SET chain = NEW.digest WHERE id = NEW.session_id; END;
COMMIT;

-- What a table was at some of its lines, so that it opens without replaying all of them. Bookmarks only save
-- time: the journal is the game, and whoever removes them loses nothing.
create table bookmarks (
    "table" integer not null references tables (key),
    line    integer not null,
    program text    not null,
    packed  blob    not null,
    primary key ("table", line)
);

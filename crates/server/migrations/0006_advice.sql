-- How often whoever plays a side has asked what the bot would do.
create table advice (
    "table" integer not null references tables (key),
    side    text    not null,
    asked   integer not null,
    primary key ("table", side)
) without rowid;

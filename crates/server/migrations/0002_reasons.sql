-- What a bot said of a line that it chose.
create table reasons (
    "table" integer not null references tables (key),
    n integer not null,
    text text not null,
    primary key ("table", n)
) without rowid;

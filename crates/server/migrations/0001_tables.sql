-- A table: the head of its journal, the secrets behind its dice, and what the list of tables shows of it.
create table tables (
    key      integer primary key,
    id       text    not null unique,
    title    text    not null,
    header   text    not null,
    secrets  text    not null,
    imported integer not null,
    summary  text    not null,
    created  integer not null,
    finished integer
);

-- Who sits where. Tokens and invitations are kept only as hashes.
create table seats (
    "table" integer not null references tables (key),
    place   integer not null,
    side    text    not null,
    kind    text    not null,
    holder  blob,
    invite  blob    unique,
    primary key ("table", side)
);
create index seats_by_holder on seats (holder) where holder is not null;

-- The journals, one row a line; lines are only ever added.
create table lines (
    "table" integer not null references tables (key),
    n       integer not null,
    at      integer not null,
    text    text    not null,
    primary key ("table", n)
) without rowid;
create trigger lines_are_never_changed before update on lines
begin select raise(abort, 'a line of a journal is never changed'); end;
create trigger lines_are_never_removed before delete on lines
begin select raise(abort, 'a line of a journal is never removed'); end;

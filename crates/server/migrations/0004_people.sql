-- Who is who: the token of a browser stands for a person, and the seats are the person's. A person
-- is called by the hash of his first token.
create table tokens (
    token  blob    primary key,
    person blob    not null,
    key    integer references keys (id),
    made   integer not null
) without rowid;
create index tokens_by_person on tokens (person);
create index tokens_by_key on tokens (key) where key is not null;

-- Key links: whoever opens one is that person from then on. Only their hashes are kept.
create table keys (
    id     integer primary key autoincrement,
    key    blob    not null unique,
    person blob    not null,
    made   integer not null,
    opened integer not null default 0,
    last   integer
);
create index keys_by_person on keys (person);

-- Who opened a table, and may make its invitations anew.
alter table tables add column opener blob;
create index tables_by_opener on tables (opener) where opener is not null;

insert into tokens select distinct holder, holder, null, 0 from seats where holder is not null;
update tables set opener = (
    select holder from seats s
    where s."table" = tables.key and s.kind <> 'link' and s.holder is not null
    order by place limit 1
);

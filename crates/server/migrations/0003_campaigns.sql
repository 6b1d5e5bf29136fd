-- The table whose end a table of the next scenario began from. No game is carried on twice.
alter table tables add column follows integer references tables (key);
create unique index tables_by_follows on tables (follows) where follows is not null;

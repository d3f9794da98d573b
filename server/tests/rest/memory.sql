-- Long values of many types, and views and functions on them, for memory.test.ts.
create table lab.papers (
  id int primary key, parent int references lab.papers, body text, attributes jsonb default '{}', data json default '{}'
);
insert into lab.papers
  select id, 1 + id % 4, (select string_agg(md5(id::text || n), '') from generate_series(1, 150) as n)
  from generate_series(1, 300) as id;
create index on lab.papers (parent);
create table lab.long_values (
  id int primary key, words text, escaped text, bytes bytea, document jsonb, text_document json, list text[],
  number numeric, numbers jsonb
);
insert into lab.long_values select 1, repeat('word ', 2000000), repeat(chr(1), 2000000), decode(repeat('00', 10000000), 'hex'),
  jsonb_build_object('a', repeat('word ', 2000000)), json_build_object('a', repeat('word ', 2000000)),
  array[repeat('word ', 2000000)], '1e131071', (select jsonb_agg('1e131071'::numeric) from generate_series(1, 5000));
create table lab.several (id int primary key, long_value int references lab.long_values, words text);
insert into lab.several select id, 1, 'word' from generate_series(1, 300) as id;
create table lab.documents (id int primary key, document jsonb, list text);
insert into lab.documents
  select 1, (repeat('{"a":', 300) || to_json(repeat('a', 900000)) || repeat('}', 300))::jsonb, '{' || repeat('1,', 450000) || '1}';
create type lab.pair as (one text, other numeric);
create table lab.mixed (id int primary key, row_value lab.pair, row_list lab.pair[], number_list numeric[], document_list jsonb[]);
insert into lab.mixed
  select 1, row(repeat('word ', 2000000), 1)::lab.pair, array(select row('a', '1e131071')::lab.pair from generate_series(1, 3000)),
    array(select '1e131071'::numeric from generate_series(1, 3000)),
    array(select to_jsonb('1e131071'::numeric) from generate_series(1, 3000));
create type lab.texts as range (subtype = text);
create table lab.odd (id int primary key, range lab.texts, numbers nummultirange, number_ranges numrange[], bits bit varying, nulls int[]);
insert into lab.odd select 1, lab.texts(repeat('aord ', 2000000), repeat('word ', 2000000)),
  (select range_agg(numrange(('1e' || n)::numeric, ('2e' || n)::numeric)) from generate_series(100000, 103000) as n),
  array(select numrange('1e131070', '1e131071') from generate_series(1, 3000)), repeat('1', 80000000)::bit varying,
  array_fill(null::int, array[10000000]);
create type lab.span as (one int, words lab.texts);
create table lab.spans (id int primary key, span lab.span, list lab.texts[]);
insert into lab.spans select 1, row(1, range)::lab.span, array[range] from lab.odd;
create table lab.wide (id int primary key, n int, c0 text);
do $$ begin
  execute (select 'alter table lab.wide ' || string_agg(format('add c%s text', n), ', ') from generate_series(1, 19) as n);
  execute (select 'insert into lab.wide select 1, 1, ' || string_agg('words', ', ') || ' from lab.long_values' from generate_series(0, 19) as n);
end $$;
create view lab.computed as select id, words, upper(words) as upper, repeat(words, 2) as repeated, list || list as lists, l as whole,
  (select jsonb_agg(body) from lab.papers) as bodies, (select json_agg(p) from lab.papers as p) as papers,
  (select string_agg(body, '') from lab.papers) as texts from lab.long_values as l;
create table lab.searched (id int primary key, group_id int, words text, short_words text, document jsonb, paper int references lab.papers);
insert into lab.searched select id, id % 7, repeat('word ', 2000000), repeat('z q w v ', 150000), jsonb_build_object('a', repeat('word ', 2000000)), 1
  from generate_series(1, 12) as id;
create view lab.added as select id, group_id, words || 'x' as added from lab.searched;
create table lab.virtual (id int primary key, words text, upper text generated always as (upper(words)) virtual);
insert into lab.virtual (id, words) select 1, words from lab.long_values;
create function lab.computed_rows() returns setof lab.computed language sql stable as 'select * from lab.computed';
create function lab.wide_rows() returns setof lab.wide language plpgsql stable as 'begin return query select * from lab.wide; end';
create function lab.shouted(lab.papers) returns text language sql stable as 'select upper($1.body)';
create function lab.all_papers() returns setof lab.papers language sql stable as 'select * from lab.papers';
create function lab.long_text() returns text language sql stable as 'select words from lab.long_values';
create function lab.grow() returns int language sql stable as 'select length(repeat(''x'', 700000000))';
create view lab.wide_whole as select id, w as whole from lab.wide as w;
grant select, insert, update, delete on all tables in schema lab to anon;
grant execute on all functions in schema lab to anon;
alter role authenticated set statement_timeout = '60s';
alter role anon set statement_timeout = '60s';

import { expect, test } from 'vitest';
import { namedStandIns } from './known.ts';

test.each([
  [`insert into storage.buckets (id, name) values ('a', 'a')`, ['storage']],
  ['create policy p on "storage"."objects" for select using (true)', ['storage']],
  ['REVOKE ALL ON SCHEMA storage FROM anon', ['storage']],
  ['grant usage on schema public, storage, cron to postgres', ['storage', 'cron']],
  ['set search_path = storage, public', ['storage']],
  [`select to_regclass('storage.objects')`, ['storage']],
  [`select from information_schema.tables where table_schema = 'vault'`, ['vault']],
  ['perform net.http_post(url := $1)', ['net']],
  ['select realtime.topic()', ['realtime']],
  [
    'create trigger t after insert on todos for each row execute function supabase_functions.http_request()',
    ['net', 'supabase_functions'],
  ],
  ['create extension if not exists pgjwt with schema extensions', ['pgjwt']],
  ['create extension pg_cron', ['cron']],
  ['create extension if not exists supabase_vault with schema vault', ['vault']],
  ['grant usage on schema graphql_public to anon', ['graphql']],
])('%s needs %j', (sql, names) => {
  expect(namedStandIns(sql).map(({ name }) => name)).toEqual(names);
});

test.each([
  `insert into pages values ('https://example.net/a', 'mail@storage.example.org', 'our storage')`,
  'create table public.storage (id int)',
  'select o.net.total from orders o',
  'create schema vault; create table vault.items (id int)',
  'create table internet.cafes (id int)',
])('%s needs none', (sql) => {
  expect(namedStandIns(sql)).toEqual([]);
});

import { expect, test } from 'vitest';
import { namedExtension } from './run-statement.ts';

test.each([
  ['create extension if not exists "pg_graphql" with schema "graphql"', 'pg_graphql', true],
  ['CREATE EXTENSION IF NOT EXISTS pgjwt', 'pgjwt', true],
  ['create extension pg_cron with schema pg_catalog', 'pg_cron', true],
  ["create extension if not exists pg_net schema extensions version '0.14.0' cascade", 'pg_net', true],
  [
    '-- Name: vault\n\nCREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault"',
    'supabase_vault',
    true,
  ],
  [`COMMENT ON EXTENSION "pg_net" IS 'Async HTTP'`, 'pg_net', false],
  ["create extension pg_cron version '1.6' schema pg_catalog", 'pg_cron', true],
  ['/* jobs */ create extension -- of\n pg_cron', 'pg_cron', true],
  ['alter extension pg_net update', 'pg_net', false],
  ['drop extension pg_cron', 'pg_cron', false],
] as const)('%j names %j', (statement, name, isCreated) => {
  expect(namedExtension(statement)).toEqual({ name, isCreated });
});

test.each([
  'create extension if not exists pgjwt_other',
  'create extension vector',
  'drop extension if exists pg_net',
  'select 1 -- create extension if not exists pgjwt',
  'do $$ begin\ncreate extension if not exists pgjwt;\nend $$',
])('%j names none', (statement) => {
  expect(namedExtension(statement)).toBeNull();
});

test('reads a statement after long comments at once', () => {
  const comments = `${'-'.repeat(200)} -- x\n/* a */ `.repeat(2_000);
  expect(namedExtension(`${comments}\ncreate table t ()`)).toBeNull();
});

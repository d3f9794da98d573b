import { expect, test } from 'vitest';
import { dumpedExtension } from './unneeded-extension.ts';

test.each([
  ['create extension if not exists "pg_graphql" with schema "graphql"', 'pg_graphql'],
  ['CREATE EXTENSION IF NOT EXISTS pgjwt', 'pgjwt'],
  ['-- Name: vault\n\nCREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault"', 'supabase_vault'],
  ['create extension pg_graphql', null],
  ['create extension if not exists pgjwt_other', null],
  ['select 1 -- create extension if not exists pgjwt', null],
  ['do $$ begin\ncreate extension if not exists pgjwt;\nend $$', null],
])('%j creates %j', (statement, name) => {
  expect(dumpedExtension(statement)).toBe(name);
});

test('reads a statement after long comments at once', () => {
  const comments = `${'-'.repeat(200)} -- x\n/* a */ `.repeat(2_000);
  expect(dumpedExtension(`${comments}\ncreate table t ()`)).toBeNull();
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../server/tests/harness/databases/postgres.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { makeApplication, makeMember } from '../../harness/member.ts';
let supabase: TestPostgres;
let server: TestServer;
let target: string;

beforeAll(async () => {
  [supabase, server] = await Promise.all([startPostgres(), startServer()]);
  await supabase.sql(image);
  target = supabase.url('postgres', 'project_owner');
  for (const handle of ['here', 'there', 'stays']) ids[handle] = await makeApplication(server, handle);
  const leaver = await makeMember(server, 'leaver@lab.example', 'reader');
  ids['leaver'] = leaver.id;
  await server.command('move', target);
});
afterAll(async () => {
  await server?.stop();
  await supabase?.stop();
});

test('an erasure here is repeated there by the next move, and included in the numbers there', async () => {
  await server.sql`select private.erase_application(${ids['here']}, 'applicant')`;
  expect(await server.command('move', target)).toMatch(/^erased there too, as one side had erased them: 1$/m);
  expect(await supabase.sql(HANDLES)).toEqual([{ handles: ['stays', 'there'] }]);
  expect(await supabase.sql(ERASURES)).toEqual([{ application_id: ids['here'], reason: 'applicant' }]);
  expect(await supabase.sql(EVER)).toEqual([{ n: 3 }]);
  expect(await supabase.sql(NOTES)).toEqual(await server.sql(NOTES));
});

test('an erased account is erased there too', async () => {
  const account = `select 1 from auth.users where email = 'leaver@lab.example'`;
  expect(await supabase.sql(account)).toHaveLength(1);
  await server.sql`select private.erase_account(${ids['leaver']})`;
  expect(await server.command('move', target)).toMatch(/^erased there too, .+: 1$/m);
  expect(await supabase.sql(account)).toEqual([]);
});

test('an erased application there does not return', async () => {
  await supabase.sql(`select private.erase_application('${ids['there']}', 'owner')`);
  for (let turn = 0; turn < 2; turn++) {
    await server.command('move', target);
    expect(await supabase.sql(HANDLES)).toEqual([{ handles: ['stays'] }]);
    expect(await supabase.sql(EVER)).toEqual([{ n: 3 }]);
  }
});

test('an erasure there is repeated here by the way back', async () => {
  expect(await server.command('move', '--back', target)).toMatch(/^erased there too, .+: 1$/m);
  expect(await server.sql(HANDLES)).toEqual([{ handles: ['stays'] }]);
  expect(await server.sql(ERASURES)).toEqual(await supabase.sql(ERASURES));
  expect(await server.sql(EVER)).toEqual([{ n: 3 }]);
});

test('retention runs there with the service role, as a scheduler calls it', async () => {
  await supabase.sql(`update public.applications set created_at = now() - interval '2 months'`);
  await supabase.sql('set role service_role; select public.apply_retention(); reset role');
  expect(await supabase.sql(HANDLES)).toEqual([{ handles: null }]);
});

const image = readFileSync(join(import.meta.dirname, '../../fixtures/supabase/image.sql'), 'utf8');

const ids: Record<string, string> = {};

const HANDLES = `select array_agg(split_part(email, '@', 1) order by email) as handles from public.applications`;
const ERASURES = 'select application_id, reason from private.erasures order by 1';
const EVER = `select ((select sum(n) from private.counted_applications) + (select sum(n) from private.erased_tally))::integer as n`;
const NOTES = `select count(*)::integer as n from public.application_events`;

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { makeMember, type Member } from './member.ts';

interface Entry {
  readonly actor_email: string;
  readonly detail: { readonly filter: object };
}

const MAX_BIGINT = '9223372036854775807';

let server: TestServer;
let owner: Member;
let other: Member;
let since: number;
beforeAll(async () => {
  server = await sharedServer();
  owner = await makeMember(server, 'owner@lab.example', 'owner');
  other = await makeMember(server, 'other@lab.example', 'owner');
}, 120_000);
beforeEach(async () => {
  const [last] = await server.sql<{ id: string }>('select max(id) as id from public.access_log');
  since = Number(last!.id);
});

/** Exports a page and returns the entries that the test has written, the oldest first. */
async function exportPage(parameters: object, who = owner): Promise<Entry[]> {
  await who.call('review_access_log_export', parameters);
  return server.sql<Entry>(
    `select actor_email, detail from public.access_log where id > $1 and kind = 'log_exported' order by id`,
    [since],
  );
}

test('an export of the access log has an entry with its filter', async () => {
  const filter = { person: other.id };
  expect(await exportPage({ filter })).toEqual([{ actor_email: owner.email, detail: { filter } }]);
});

test('a page beyond the newest entry has an entry each time', async () => {
  expect(await exportPage({ before: MAX_BIGINT })).toHaveLength(1);
  expect(await exportPage({ before: MAX_BIGINT })).toHaveLength(2);
});

test('a page has no second entry if it continues an export of the same person within the hour', async () => {
  const filter = { kinds: ['member_added'] };
  expect(await exportPage({ filter })).toHaveLength(1);
  expect(await exportPage({ filter, before: since })).toHaveLength(1);
  expect(await exportPage({ filter: { kinds: ['opened'] }, before: since })).toHaveLength(2);
  expect(await exportPage({ filter, before: since }, other)).toHaveLength(3);
  await server.sql(
    `insert into public.access_log (at, actor, kind, detail)
     values (now() - interval '61 minutes', $1, 'log_exported', '{"filter": {"kinds": ["moved"]}}')`,
    [owner.id],
  );
  expect(await exportPage({ filter: { kinds: ['moved'] }, before: since })).toHaveLength(5);
});

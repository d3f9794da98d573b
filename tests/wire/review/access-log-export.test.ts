import { makeMember, type Member } from '../../harness/member.ts';
import { expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base.extend('other', { scope: 'file' }, ({ server }) =>
  makeMember(server, 'other@lab.example', 'owner'),
);
let since: number;
test.beforeEach(async ({ server }) => {
  const [last] = await server.sql<{ id: string }>('select max(id) as id from public.access_log');
  since = Number(last!.id);
});

test('an export of the access log has an entry with its filter', async ({ server, owner, other }) => {
  const filter = { person: other.id };
  expect(await exportPage(server, owner, { filter })).toEqual([
    { actor_email: owner.email, detail: { filter } },
  ]);
});

test('a page beyond the newest entry has an entry each time', async ({ server, owner }) => {
  expect(await exportPage(server, owner, { before: MAX_BIGINT })).toHaveLength(1);
  expect(await exportPage(server, owner, { before: MAX_BIGINT })).toHaveLength(2);
});

test('a page has no second entry if it continues an export of the same person within the hour', async ({
  server,
  owner,
  other,
}) => {
  const filter = { kinds: ['member_added'] };
  expect(await exportPage(server, owner, { filter })).toHaveLength(1);
  expect(await exportPage(server, owner, { filter, before: since })).toHaveLength(1);
  expect(await exportPage(server, owner, { filter: { kinds: ['opened'] }, before: since })).toHaveLength(2);
  expect(await exportPage(server, owner, { filter, before: since }, other)).toHaveLength(3);
  await server.sql(
    `insert into public.access_log (at, actor, kind, detail)
     values (now() - interval '61 minutes', $1, 'log_exported', '{"filter": {"kinds": ["moved"]}}')`,
    [owner.id],
  );
  expect(await exportPage(server, owner, { filter: { kinds: ['moved'] }, before: since })).toHaveLength(5);
});

interface Entry {
  readonly actor_email: string;
  readonly detail: { readonly filter: object };
}

const MAX_BIGINT = '9223372036854775807';

/** Exports a page and returns the entries that the test has written, the oldest first. */
async function exportPage(
  server: TestServer,
  owner: Member,
  parameters: object,
  who = owner,
): Promise<Entry[]> {
  await who.call('review_access_log_export', parameters);
  return server.sql<Entry>(
    `select actor_email, detail from public.access_log where id > $1 and kind = 'log_exported' order by id`,
    [since],
  );
}

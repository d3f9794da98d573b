import type { Log } from '../../harness/access-log.ts';
import { makeMember, type Member } from '../../harness/member.ts';
import { expect, test as base } from '../../harness/fixtures.ts';

const test = base.extend('other', { scope: 'file' }, ({ server }) =>
  makeMember(server, 'other@lab.example', 'owner'),
);
// Its account has an entry too.
test.beforeAll(({ other: _other }) => {});

test('an export of the access log has an entry with its filter', async ({ owner, other, log }) => {
  const filter = { person: other.id };
  const entries = await exportPage(log, owner, { filter });
  expect(entries.map(({ actor_email: who, detail }) => [who, detail])).toEqual([[owner.email, { filter }]]);
});

test('a page beyond the newest entry has an entry each time', async ({ owner, log }) => {
  expect(await exportPage(log, owner, { before: MAX_BIGINT })).toHaveLength(1);
  expect(await exportPage(log, owner, { before: MAX_BIGINT })).toHaveLength(2);
});

test('a page has no second entry if it continues an export of the same person within the hour', async ({
  server,
  owner,
  other,
  log,
}) => {
  const filter = { kinds: ['member_added'] };
  expect(await exportPage(log, owner, { filter })).toHaveLength(1);
  expect(await exportPage(log, owner, { filter, before: log.since })).toHaveLength(1);
  expect(await exportPage(log, owner, { filter: { kinds: ['opened'] }, before: log.since })).toHaveLength(2);
  expect(await exportPage(log, other, { filter, before: log.since })).toHaveLength(3);
  await server.sql`insert into public.access_log (at, actor, kind, detail)
     values (now() - interval '61 minutes', ${owner.id}, 'log_exported', '{"filter": {"kinds": ["moved"]}}')`;
  expect(await exportPage(log, owner, { filter: { kinds: ['moved'] }, before: log.since })).toHaveLength(5);
});

const MAX_BIGINT = '9223372036854775807';

/** Exports a page and returns the entries about exports. */
const exportPage = async (log: Log, who: Member, parameters: object) => {
  await who.call('review_access_log_export', parameters);
  return log.entries({ kinds: ['log_exported'] });
};

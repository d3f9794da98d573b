import { eraseNow } from '../../harness/erase.ts';
import { applied } from '../../harness/applicant.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test.beforeAll(({ server }) => server.command('seed', '60'));

test('sample data, which is written without triggers, is tallied', async ({ server, owner }) => {
  expect(await differences(server)).toEqual([]);
  expect(await owner.call('review_count')).toMatchObject({ total: 60 });
});

test('the tally is exact for concurrent changes, and while it is folded', async ({ server, owner }) => {
  const change = (what: object, search: string) =>
    owner.call('review_many', { filter: { search }, change: what });
  /** Locks in the product's order, because another order ends in a deadlock. */
  const those = (email: string) =>
    `id in (select id from public.applications where email like '${email}' order by id for update)`;
  const work = [
    ...Array.from({ length: 40 }, () => () => applied(server)),
    () => change({ status: 'in_review' }, 'builder-000001'),
    () => change({ status: 'declined' }, 'builder-000002'),
    () => change({ status: 'withdrawn' }, 'builder-00000'),
    () => change({ add_tag: 'busy' }, 'sample'),
    () => server.sql(`update public.applications set email_confirmed_at = now() where ${those('%1@%')}`),
    () => server.sql(`update public.applications set archived_at = now() where ${those('%2@%')}`),
    () => server.sql(`delete from public.applications where ${those('%3@%')}`),
    ...Array.from({ length: 10 }, () => () => fold(server)),
  ];
  await Promise.all(work.toSorted(() => Math.random() - 0.5).map((deed) => deed()));
  expect(await differences(server)).toEqual([]);
  await fold(server);
  expect(await lines(server, 'application_tally_changes')).toBe(0);
  expect(await differences(server)).toEqual([]);
  const archived = await server.column('select id from public.applications where archived_at is not null');
  expect(archived.length).toBeGreaterThan(0);
  const filter = { archived: true };
  expect(await owner.call('review_count', { filter })).toMatchObject({ total: archived.length });
});

test('an erased application of a rare source is counted as other', async ({ server, owner }) => {
  const id = await server.value<string>`
    update public.applications set source = 'rare-source' where id = (select id
      from public.applications limit 1) returning id`;
  await eraseNow(server, owner, id);
  const sources = await server.column<string>('select distinct source from private.erased_tally');
  expect(sources).toContain('other');
  expect(sources).not.toContain('rare-source');
});

test('an emptied table is tallied as empty', async ({ server, owner }) => {
  await server.sql('truncate public.applications cascade');
  expect(await differences(server)).toEqual([]);
  expect(await owner.call('review_count')).toEqual({ total: 0, is_over: false, by_status: {} });
});

/** Returns the differences between the tally and the rows. */
const differences = (server: TestServer) =>
  server.sql(`
    with counted as (
      select (created_at at time zone 'UTC')::date as day, status, email_confirmed_at is not null as confirmed,
             archived_at is not null as archived, source, count(*) as n
        from public.applications group by 1, 2, 3, 4, 5
    ), tallied as (
      select day, status, email_confirmed_at is not null as confirmed, archived_at is not null as archived, source,
             sum(n) as n
        from private.counted_applications group by 1, 2, 3, 4, 5 having sum(n) <> 0
    )
    select * from counted full join tallied using (day, status, confirmed, archived, source)
     where counted.n is distinct from tallied.n`);

const fold = (server: TestServer) => server.sql('select private.fold_application_tally()');
const lines = (server: TestServer, table: string) =>
  server.value<number>(`select count(*)::integer as n from private.${table}`);

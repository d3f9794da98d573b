import { beforeAll, expect, test } from 'vitest';
import { randomOf, seed, steps } from '@solostead/server-testkit/random';
import { applicationStatuses } from '@solostead/contract/statuses';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { keepSignedIn, makeApplication, makeMember, type Member } from '../../harness/member.ts';

let server: TestServer;
let reviewers: Member[];
let leavers: string[];
let ids: string[];
let links: string[];
beforeAll(async () => {
  server = await sharedServer();
  reviewers = [
    await makeMember(server, 'one@lab.example', 'owner'),
    await makeMember(server, 'two@lab.example', 'owner'),
  ];
  ids = [];
  for (let place = 0; place < APPLICATIONS; place += 1) {
    const isConfirmed = place % 3 > 0;
    const columns = isConfirmed
      ? { email_confirmed_at: new Date() }
      : { created_at: new Date(Date.now() - 8 * 86_400_000) };
    ids.push(await makeApplication(server, `concurrent-${place}`, columns));
  }
  // Created before the page uses them, as mails do. In one transaction, two pages of an application would deadlock.
  links = await server.column<string>`
    select private.make_link(a.id, gen_random_uuid()) from public.applications a where a.id = any (${ids})`;
  for (const name of ['three', 'four', 'five', 'six', 'seven']) await server.addAdmin(`${name}@lab.example`);
  leavers = await server.column<string>`
    select user_id from public.user_roles where user_id <> all (${reviewers.map(({ id }) => id)})`;
  await server.sql`insert into public.application_ratings (application_id, reviewer, criterion, score)
     select a.id, r.user_id, 'craft', 3 from public.applications a cross join public.user_roles r where r.user_id = any (${leavers})`;
});

test(
  'changes at the same time never deadlock and leave every status with its period',
  { timeout: 60_000 + steps * 1000 },
  async () => {
    for (let step = 0; step < steps; step += AT_ONCE) {
      await keepSignedIn(reviewers);
      await Promise.all(Array.from({ length: AT_ONCE }, () => pick(acts)()));
    }
    expect([...new Set(faults)]).toEqual([]);
    const wrong = await server.sql`select a.id from public.applications a
       left join public.application_status_periods p on p.application_id = a.id and p.number = a.current_period
      where a.status <> coalesce(p.status, a.first_status, 'submitted') or p.undone_at is not null
     union all
     -- A mail that waits is about the current period.
     select m.id from private.messages m join public.applications a on a.id = m.application_id
      where m.state in ('due', 'held') and m.period <> a.current_period`;
    expect(wrong).toEqual([]);
  },
);

const random = randomOf(seed);
const AT_ONCE = 12;
const APPLICATIONS = 24;
/** Codes of deadlocks, broken constraints and internal errors. */
const FAULTS = /^(?:40|23|XX)/;

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
/** Returns about half of the applications, in a random order. */
const some = () =>
  ids
    .map((id) => ({ id, place: random() }))
    .filter(({ place }) => place < 0.5)
    .toSorted((one, other) => one.place - other.place)
    .map(({ id }) => id);

const batches: string[] = [];
const notes: string[] = [];
const faults: string[] = [];

async function call(name: string, parameters: object, faultCodes = FAULTS): Promise<unknown> {
  const { data, error } = await pick(reviewers).data.rpc(name, parameters as Record<string, unknown>);
  if (error && faultCodes.test(error.code)) faults.push(`${name}: ${error.code} ${error.message}`);
  const { batch_id } = (data ?? {}) as { batch_id?: string };
  if (batch_id) batches.push(batch_id);
  return data;
}

async function sql(text: string, values: unknown[] = []): Promise<void> {
  await server.sql(text, values).catch((error: { code: string; message: string }) => {
    if (FAULTS.test(error.code)) faults.push(`${text}: ${error.code} ${error.message}`);
  });
}

const statuses = applicationStatuses.filter((status) => status !== 'submitted');
const withdraw = () => sql('select public.my_application_withdraw($1)', [pick(links)]);
const undoWithdrawal = () => sql(`select public.my_application_undo($1, 'withdraw')`, [pick(links)]);
/** Actions of people and schedules at the same time. */
const acts: readonly (() => Promise<unknown>)[] = [
  () =>
    call('review_change_many', { ids: some(), change: { status: pick(statuses) }, mail: { template: true } }),
  () => call('review_change_many', { ids: some(), change: { status: pick(statuses) } }),
  () =>
    call('review_change_many', {
      ids: some(),
      change: { assignee: pick([...reviewers.map(({ id }) => id), null]) },
    }),
  // The member may be removed after the check that they are one.
  () => call('review_change_many', { ids: some(), change: { assignee: pick(leavers) } }, /^(?:40|XX)/),
  async () => {
    const leaver = pick(leavers);
    await call('review_member_remove', { user_id: leaver });
    await sql(
      `insert into public.user_roles (user_id, role, access)
       select id, 'admin', 'reviewer' from auth.users where id = $1 on conflict do nothing`,
      [leaver],
    );
  },
  () => sql('select private.erase_account($1)', [pick(leavers.slice(0, 3))]),
  // Their mails are due at once.
  () =>
    sql(
      `update private.member_notices set noticed_at = now() - interval '1 hour'
        where ctid = any (array(select ctid from private.member_notices where mail_id is null for update skip locked))`,
    ),
  () => call('review_change_many', { ids: some(), change: { add_tag: pick(['a', 'b']) } }),
  () => call('review_undo', { batch_id: pick(batches) ?? ids[0] }),
  () => call('review_undo', { batch_id: batches.at(-1) ?? ids[0] }),
  () => call('review_bounce_set', { application_id: pick(ids) }),
  () => call('review_bounce_set', { application_id: pick(ids), bounced: false }),
  () => call('review_rate', { application_id: pick(ids), criterion: 'craft', score: 3 }),
  async () => {
    const note = await call('review_note_add', {
      application_id: pick(ids),
      body: 'x',
      mentions: [],
    });
    if (note) notes.push((note as { id: string }).id);
  },
  () => call('review_note_remove', { note_id: pick(notes) ?? ids[0] }),
  () => call('review_note_restore', { note_id: pick(notes) ?? ids[0] }),
  () =>
    call('review_note_edit', {
      note_id: pick(notes) ?? ids[0],
      seen_version: 1,
      body: 'y',
      mentions: [],
    }),
  () => call('review_application_prefetch', { application_ids: some().slice(0, 5) }),
  withdraw,
  undoWithdrawal,
  // The clock, which waits for no transaction.
  () =>
    sql(`update private.messages set due_at = now()
          where id in (select id from private.messages where state = 'due' for update skip locked)`),
  () =>
    sql(
      `select public.exchange_messages('mail', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'attempt', claims)), '[]')
        from (select id, claims from private.messages where state = 'sending' limit 100) m), 10)`,
    ),
  () =>
    sql(`select private.finish_message(jsonb_build_object('id', id, 'attempt', claims, 'failure', 'later'))
           from private.messages where state = 'sending' limit 1`),
  () =>
    sql(`select private.finish_message(jsonb_build_object('id', id, 'attempt', claims, 'failure', '451', 'slow', true))
           from private.messages where state = 'sending' limit 1`),
  () => sql('select public.archive_unconfirmed_applications()'),
  () => sql('update public.applications set archived_at = null where id = $1', [pick(ids)]),
  () => sql('select public.apply_retention()'),
  () => sql('select public.queue_mails()'),
];

import { passErasure } from '../../harness/erase.ts';
import type { Log } from '../../harness/access-log.ts';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { describe, expect, test as base } from '../../harness/fixtures.ts';
import type { LogEntry } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

const test = base.extend('other', { scope: 'file' }, ({ server }) =>
  makeMember(server, 'other@lab.example', 'owner'),
);
test.beforeAll(({ server }) => showOpinions(server));

// The account has an entry too.
test.beforeAll(({ other: _other }) => {});

describe('the access log', () => {
  test('has one entry for an opening, however often the screen asks', async ({ id, log, owner, reader }) => {
    await Promise.all(Array.from({ length: 8 }, () => reader.open(id)));
    await reader.open(id);
    await owner.open(id);
    const missing = { application_id: crypto.randomUUID() };
    expect(await reader.refusal('review_application', missing)).toMatchObject({ status: 404 });
    expect(await log.entries()).toMatchObject([
      {
        kind: 'opened',
        actor: reader.id,
        actor_email: reader.email,
        application_id: id,
        name: 'Amber Sample',
      },
      { kind: 'opened', actor: owner.id, application_id: id, detail: {} },
    ]);
  });

  test('has another entry after ten minutes or a clock set back', async ({ server, id, log, reader }) => {
    for (const at of ['-11 minutes', '1 hour'])
      await server.sql`insert into public.access_log (at, actor, actor_email, kind, application_id)
         values (clock_timestamp() + ${at}::interval, ${reader.id}, 'reader@lab.example', 'opened', ${id})`;
    await reader.open(id);
    await reader.open(id);
    expect(await actions(log)).toEqual(Array(3).fill('reader@lab.example opened'));
  });

  test('has one entry for each application of a bulk change', async ({ server, log, reviewer }) => {
    const ids = await Promise.all([1, 2, 3].map((n) => makeApplication(server, `bulk-${n}`)));
    await reviewer.many(ids, { add_tag: 'together' });
    const written = await log.entries();
    expect(written.map(({ application_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('has an entry for each change of a member', async ({ server, id, log, owner }) => {
    const leaver = await makeMember(server, 'leaver@lab.example', 'reviewer');
    await leaver.open(id);
    await owner.call('review_member_access_set', { user_id: leaver.id, access: 'reader' });
    await owner.call('review_member_remove', { user_id: leaver.id });
    await server.sql`delete from auth.users where id = ${leaver.id}`;
    const written = await log.entries();
    expect(written.map(({ kind, detail: { from, to } }) => [kind, from, to])).toEqual([
      ['member_added', undefined, 'owner'],
      ['access_changed', 'owner', 'reviewer'],
      ['opened', undefined, undefined],
      ['access_changed', 'reviewer', 'reader'],
      ['member_removed', 'reader', undefined],
    ]);
    expect(written.at(-1)).toMatchObject({
      actor_email: owner.email,
      detail: { member_email: leaver.email },
    });
    expect(await log.entries({ person: leaver.id })).toMatchObject([
      { kind: 'opened', actor_email: leaver.email },
    ]);
    expect(await owner.call('review_access_log_actors')).toContainEqual({
      user_id: leaver.id,
      email: leaver.email,
    });
  });

  test('has changes of templates and settings, with numbers but no texts', async ({ server, log, owner }) => {
    const template = { status: 'accepted', seen_version: 1, subject: 'Unmistakable', body: 'Hello' };
    await owner.call('review_template_save', template);
    await owner.call('review_second_factor_require', { required: false });
    await server.sql('update public.lab_terms set answer_days = 12');
    expect(await log.entries()).toMatchObject([
      {
        kind: 'template_changed',
        actor_email: owner.email,
        detail: { status: 'accepted', changed: { subject: null, body: null } },
      },
      {
        kind: 'settings_changed',
        actor: null,
        detail: { table: 'lab_terms', changed: { answer_days: [10, 12] } },
      },
    ]);
    await server.sql('update public.lab_terms set answer_days = 10');
  });

  test('keeps entries of an erased application, once', async ({ server, log, owner, other, reader }) => {
    const id = await makeApplication(server, 'erased', { name: 'Unmistakable Crane' });
    await reader.open(id);
    const both = await Promise.all(
      [owner, other].map((who) => who.refusal('review_erase', { application_id: id })),
    );
    expect(both).toEqual([null, null]);
    await passErasure(server, id);
    const written = await log.entries({ application: id });
    expect(written).toMatchObject([
      { kind: 'opened', exists: false, name: null, actor_email: reader.email },
      { kind: 'erasure_requested', exists: false, name: null },
      { kind: 'erased', exists: false, name: null, reason: 'owner', actor: null },
    ]);
    expect([owner.email, other.email]).toContain(written[1]!.actor_email);
    const another = await makeApplication(server, 'deleted');
    await server.sql`delete from public.applications where id = ${another}`;
    expect(await log.entries({ application: another })).toMatchObject([
      { kind: 'erased', actor: null, reason: null },
    ]);
  });

  test('has four filters, and no others', async ({ server, id, log, owner, reviewer, reader }) => {
    await reader.open(id);
    await reviewer.call('review_tag', { application_id: id, change: { add_tag: 'here' } });
    await server.sql(`insert into public.access_log (at, kind) values ('2026-02-03T23:59:59Z', 'moved')`);
    expect(await log.kinds({ person: reader.id })).toEqual(['opened']);
    expect(await log.kinds({ person: 'none' })).toEqual(['moved']);
    expect(await log.kinds({ kinds: ['tagged', 'moved'] })).toEqual(['tagged', 'moved']);
    expect(await log.kinds({ application: id })).toEqual(['opened', 'tagged']);
    expect(await log.kinds({ from: '2026-02-03', to: '2026-02-03' })).toEqual(['moved']);
    expect(await log.kinds({ from: '2026-02-04', to: '2026-02-05' })).toEqual([]);
    expect(await owner.refusal('review_access_log', { filter: { who: 'x' } })).toMatchObject(
      refusedWith('invalid_filter', 'There is no filter "who".'),
    );
    expect(await owner.refusal('review_access_log', { filter: null })).toMatchObject(
      refusedWith('invalid_filter', 'A filter must be a JSON object.'),
    );
    expect(await owner.refusal('review_access_log', { page_size: null })).toMatchObject(
      refusedWith('invalid_value', 'A page has 1 to 200 entries.'),
    );
  });
});

test('entries are paged, the latest first, with each filter', async ({ server, owner }) => {
  const application = await makeApplication(server, 'much');
  await server.sql`insert into public.access_log (at, actor, kind, application_id)
     select now() - n * interval '1 minute', ${owner.id}, 'exported', ${application} from generate_series(1, 450) n`;
  for (const filter of [{ person: owner.id }, { application }, { kinds: ['exported'] }]) {
    const ids: number[] = [];
    for (let more = true; more;) {
      const request = { filter, before: ids.at(-1) ?? null, page_size: 200 };
      const page = await owner.call<{ rows: LogEntry[]; more: boolean }>('review_access_log', request);
      ids.push(...page.rows.map(({ id }) => id));
      more = page.more;
    }
    expect(ids.length).toBeGreaterThanOrEqual(450);
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
  }
});

test('a page has no second entry in an export', async ({ server, owner, other, log }) => {
  const filter = { kinds: ['member_added'] };
  const before = log.since;
  expect(await exportPage(log, owner, { filter })).toMatchObject([
    { actor_email: owner.email, detail: { filter } },
  ]);
  expect(await exportPage(log, owner, { filter, before })).toHaveLength(1);
  expect(await exportPage(log, owner, { filter: { kinds: ['opened'] }, before })).toHaveLength(2);
  expect(await exportPage(log, other, { filter, before })).toHaveLength(3);
  await server.sql`insert into public.access_log (at, actor, kind, detail)
     values (now() - interval '61 minutes', ${owner.id}, 'log_exported', '{"filter": {"kinds": ["moved"]}}')`;
  expect(await exportPage(log, owner, { filter: { kinds: ['moved'] }, before })).toHaveLength(5);
});

/** Exports a page and returns the entries about exports. */
const exportPage = async (log: Log, who: Member, parameters: object) => {
  await who.call('review_access_log_export', parameters);
  return log.entries({ kinds: ['log_exported'] });
};
const actions = async (log: Log) =>
  (await log.entries()).map(({ actor_email: who, kind }) => `${who} ${kind}`);

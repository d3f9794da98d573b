import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { sharedTwoDatabases, type TwoDatabases } from '../permissions/two-databases.ts';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';

let two: TwoDatabases;
beforeAll(async () => {
  two = await sharedTwoDatabases();
}, 180_000);

describe.each(['ours', 'likeSupabase'] as const)('the access log of the database %s', (database) => {
  const which = database.toLowerCase();
  let server: TestServer;
  let owner: Member;
  let reviewer: Member;
  let reader: Member;
  let since = 0;
  beforeAll(async () => {
    server = two[database];
    owner = await makeMember(server, 'owner@lab.example', 'owner');
    reviewer = await makeMember(server, 'reviewer@lab.example', 'reviewer');
    reader = await makeMember(server, 'reader@lab.example', 'reader');
  }, 120_000);
  beforeEach(async () => {
    const [last] = await server.sql<{ id: string }>(
      'select coalesce(max(id), 0) as id from public.access_log',
    );
    since = Number(last!.id);
  });

  const log = (filter: object = {}) => owner.call<Log>('review_access_log', { filter });
  /** Returns the entries since the test began, the oldest first. */
  const entries = async (filter: object = {}) =>
    (await log(filter)).rows.filter(({ id }) => id > since).toReversed();
  const deeds = async () => (await entries()).map(({ actor_email: who, kind }) => `${who} ${kind}`);
  const open = (who: Member, id: string) => who.open(id);

  test('has one entry for opening an application, however often the screen asks again', async () => {
    const id = await makeApplication(server, `opened-${which}`);
    await open(reader, id);
    await open(reader, id);
    await open(owner, id);
    expect(await entries()).toMatchObject([
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

  test('has one entry for two windows that open it at once', async () => {
    const id = await makeApplication(server, `windows-${which}`);
    await Promise.all(Array.from({ length: 8 }, () => open(reader, id)));
    expect(await deeds()).toEqual(['reader@lab.example opened']);
  });

  test('has another entry after ten minutes, and after the clock was set back', async () => {
    const id = await makeApplication(server, `again-${which}`);
    for (const at of ['-11 minutes', '1 hour'])
      await server.sql(
        `insert into public.access_log (at, actor, actor_email, kind, application_id)
         values (clock_timestamp() + $1::interval, $2, 'reader@lab.example', 'opened', $3)`,
        [at, reader.id, id],
      );
    await open(reader, id);
    await open(reader, id);
    expect(await deeds()).toEqual(Array(3).fill('reader@lab.example opened'));
  });

  test('has no entry for a missing application or a caller without access', async () => {
    expect(await reader.refusal('review_application', { application_id: crypto.randomUUID() })).toMatchObject(
      {
        status: 404,
      },
    );
    expect(await entries()).toEqual([]);
  });

  test('counts reading earlier versions of a note as opening', async () => {
    const id = await makeApplication(server, `versions-${which}`);
    const note = await reviewer.addNote(id, 'First');
    const versions = await reader.call('review_note_versions', { note_id: note.id });
    expect(versions).toMatchObject([{ version: 1, body: 'First' }]);
    expect(await deeds()).toEqual(['reviewer@lab.example noted', 'reader@lab.example opened']);
  });

  test('has each change of an application once, without its content', async () => {
    const id = await makeApplication(server, `changed-${which}`);
    const moved = await reviewer.move(id, 'in_review', {
      mail: { subject: 'Unmistakable subject', body: 'Unmistakable body' },
    });
    await reviewer.undo(moved.batch_id);
    await reviewer.call('review_assign', { application_id: id, seen_version: 3, assignee: reader.id });
    await reviewer.call('review_tag', { application_id: id, change: { add_tag: 'unmistakable tag' } });
    await reviewer.call('review_rate', { application_id: id, criterion: 'craft', score: 4 });
    await reviewer.addNote(id, 'Unmistakable note');
    const written = await entries();
    expect(written.map(({ kind }) => kind)).toEqual([
      'moved',
      'mailed',
      'moved',
      'mail_cancelled',
      'undone',
      'assigned',
      'tagged',
      'rated',
      'noted',
    ]);
    expect(new Set(written.map(({ actor_email: who }) => who))).toEqual(new Set([reviewer.email]));
    const raw = await server.sql(`select * from public.access_log where id > $1`, [since]);
    expect(JSON.stringify(raw)).not.toMatch(/unmistakable|amber|builders\.example/i);
  });

  test('has one entry for each application of a bulk change', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => makeApplication(server, `bulk-${n}-${which}`)));
    await reviewer.many(ids, { add_tag: 'together' });
    const written = await entries();
    expect(written.map(({ application_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('has an entry for each member who is added, changed or removed, and keeps the e-mail of a removed one', async () => {
    const leaver = await makeMember(server, `leaver-${which}@lab.example`, 'reviewer');
    const id = await makeApplication(server, `left-${which}`);
    await open(leaver, id);
    await owner.call('review_set_access', { user_id: leaver.id, access: 'reader' });
    await owner.call('review_remove_member', { user_id: leaver.id });
    await server.sql('delete from auth.users where id = $1', [leaver.id]);
    const written = await entries();
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
    expect(await entries({ person: leaver.id })).toMatchObject([
      { kind: 'opened', actor_email: leaver.email },
    ]);
    expect(await owner.call('review_access_log_people')).toContainEqual({
      user_id: leaver.id,
      email: leaver.email,
    });
  });

  test('has changes of templates, settings and terms, with the values of numbers but not of texts', async () => {
    await owner.call('review_template_save', {
      status: 'accepted',
      seen_version: 1,
      subject: 'Unmistakable',
      body: 'Hello',
    });
    await owner.call('review_require_second_factor', { required: false });
    await server.sql('update public.lab_terms set answer_days = 12, version = version + 1');
    expect(await entries()).toMatchObject([
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

  test('keeps the entries of an erased application with the reason, once for two owners at once', async () => {
    const other = await makeMember(server, `other-${which}@lab.example`, 'owner');
    const id = await makeApplication(server, `erased-${which}`, { name: 'Unmistakable Crane' });
    await open(reader, id);
    const both = await Promise.all(
      [owner, other].map((who) => who.refusal('review_delete', { application_id: id })),
    );
    expect(both).toEqual([null, null]);
    const written = await entries({ application: id });
    expect(written).toMatchObject([
      { kind: 'opened', is_there: false, name: null, actor_email: reader.email },
      { kind: 'erased', is_there: false, name: null, reason: 'owner' },
    ]);
    expect([owner.email, other.email]).toContain(written[1]!.actor_email);
    expect(await owner.refusal('review_application', { application_id: id })).toMatchObject({ status: 404 });
  });

  test('has an entry for a deleted application, however it was deleted', async () => {
    const id = await makeApplication(server, `deleted-${which}`);
    await server.sql('delete from public.applications where id = $1', [id]);
    expect(await entries()).toMatchObject([
      { kind: 'erased', actor: null, application_id: id, reason: null },
    ]);
  });

  test.each(['review_access_log', 'review_access_log_people', 'review_access_log_export'])(
    '%s is only for owners',
    async (name) => {
      for (const who of [reviewer, reader])
        expect(await who.refusal(name)).toMatchObject({ status: 403, code: '42501' });
      expect(await entries()).toEqual([]);
    },
  );

  test('can be filtered by person, kinds, application and days, and by nothing else', async () => {
    const id = await makeApplication(server, `filtered-${which}`);
    await open(reader, id);
    await reviewer.call('review_tag', { application_id: id, change: { add_tag: 'here' } });
    await server.sql(`insert into public.access_log (at, kind) values ('2026-02-03T23:59:59Z', 'moved')`);
    const kinds = async (filter: object) => (await entries(filter)).map(({ kind }) => kind);
    expect(await kinds({ person: reader.id })).toEqual(['opened']);
    expect(await kinds({ person: 'none' })).toEqual(['moved']);
    expect(await kinds({ kinds: ['tagged', 'moved'] })).toEqual(['tagged', 'moved']);
    expect(await kinds({ application: id })).toEqual(['opened', 'tagged']);
    expect(await kinds({ from: '2026-02-03', to: '2026-02-03' })).toEqual(['moved']);
    expect(await kinds({ from: '2026-02-04', to: '2026-02-05' })).toEqual([]);
    expect(await owner.refusal('review_access_log', { filter: { who: 'x' } })).toMatchObject({
      status: 400,
      message: 'There is no filter "who".',
    });
  });
});

test('100,000 entries are paged by 200, whatever page size is requested', async () => {
  const server = await sharedServer();
  const owner = await makeMember(server, 'owner@lab.example', 'owner');
  const application = await makeApplication(server, 'much');
  await server.sql(
    `insert into public.access_log (at, actor, actor_email, kind, application_id)
     select now() - (100000 - n) * interval '1 minute', case when n % 1000 = 0 then $1::uuid else gen_random_uuid() end,
            'someone@lab.example', case when n % 5000 = 0 then 'exported' else 'opened' end,
            case when n % 2000 = 0 then $2::uuid else gen_random_uuid() end
       from generate_series(1, 100000) n`,
    [owner.id, application],
  );
  await server.sql('analyze public.access_log');
  const filters = [
    {},
    { person: owner.id },
    { application },
    { kinds: ['exported'] },
    { from: '2026-01-01' },
  ];
  for (const filter of filters) {
    let before: number | null = null;
    for (let page = 0; page < 4; page++) {
      const { rows, more }: Log = await owner.call<Log>('review_access_log', {
        filter,
        before,
        page_size: 200,
      });
      expect([filter, page, rows.length > 0]).toEqual([filter, page, true]);
      expect(rows.every(({ id }) => before === null || id < before)).toBe(true);
      if (!more) break;
      before = rows.at(-1)!.id;
    }
  }
  await server.stop();
}, 120_000);

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly actor: string | null;
  readonly actor_email: string | null;
  readonly kind: string;
  readonly application_id: string | null;
  readonly detail: Record<string, unknown>;
  readonly name: string | null;
  readonly is_there: boolean;
  readonly reason: string | null;
}
interface Log {
  readonly rows: readonly Entry[];
  readonly more: boolean;
}

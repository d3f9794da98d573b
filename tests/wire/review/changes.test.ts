import { makeApplication } from '../../harness/member.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting();

describe('a move', () => {
  test('goes along an arrow, increments the version and adds a line to the history', async ({
    server,
    reviewer,
    reader,
  }) => {
    const id = await makeApplication(server, 'moved');
    const { row } = await reviewer.move<Moved>(id, 'in_review');
    expect(row).toMatchObject({ status: 'in_review', version: 2 });
    const whole = await reader.open<{ events: { kind: string; detail: object; actor_email: string }[] }>(id);
    expect(whole.events).toEqual([
      expect.objectContaining({
        kind: 'moved',
        actor_email: reviewer.email,
        detail: { from: 'submitted', to: 'in_review' },
      }),
    ]);
  });

  test('that is not allowed is refused, in SQL too', async ({ server, owner, reviewer }) => {
    const id = await makeApplication(server, 'no-arrow');
    const refused = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      to_status: 'accepted',
    });
    expect(refused).toMatchObject({
      status: 422,
      code: 'PT422',
      message: 'An application cannot move from submitted to accepted.',
    });
    await expect(
      server.sql(`update public.applications set status = 'accepted' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23514', constraint: 'applications_changed_by_change_status' });
    expect(await statusOf(server, id)).toEqual({ status: 'submitted', version: '1' });
    await owner.move(id, 'in_review');
    await expect(
      server.sql(`update public.applications set status = 'interview' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23503', constraint: 'applications_current_period_fkey' });
  });

  test('of an application that another member moved is a conflict with the current state', async ({
    server,
    owner,
    reviewer,
  }) => {
    const id = await makeApplication(server, 'conflict');
    await owner.move(id, 'in_review');
    const { status, code, detail } = (await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      to_status: 'declined',
    }))!;
    expect([status, code]).toEqual([409, 'PT409']);
    expect(detail).toMatchObject({
      row: { status: 'in_review', version: 2 },
      latest: { by: owner.email, kind: 'moved', detail: { from: 'submitted', to: 'in_review' } },
    });
    expect((await statusOf(server, id)).status).toBe('in_review');
  });

  test('made twenty times at once is applied once', async ({ server, reviewer }) => {
    const id = await makeApplication(server, 'at-once');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        reviewer.refusal('review_move', { application_id: id, seen_version: 1, to_status: 'in_review' }),
      ),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers.filter(Boolean).map((answer) => answer!.status))).toEqual(new Set([409]));
  });

  test('of a deleted application is reported as such', async ({ server, owner, reviewer }) => {
    const id = await makeApplication(server, 'deleted');
    await owner.call('review_delete', { application_id: id });
    for (const name of ['review_move', 'review_application', 'review_note_add_mentioning'] as const) {
      const parameters = {
        review_move: { application_id: id, seen_version: 1, to_status: 'in_review' },
        review_application: { application_id: id },
        review_note_add_mentioning: { application_id: id, body: 'Hello', mentions: [] },
      }[name];
      expect(await reviewer.refusal(name, parameters)).toMatchObject({ status: 404, code: 'PT404' });
    }
  });

  test.for([
    'review_move',
    'review_assign',
    'review_tag',
    'review_many',
    'review_note_add_mentioning',
    'review_rate',
  ])('%s is refused to readers', async (name, { server, reader }) => {
    const id = await makeApplication(server, `reader-${name}`);
    const parameters: Record<string, object> = {
      review_move: { application_id: id, seen_version: 1, to_status: 'in_review' },
      review_assign: { application_id: id, seen_version: 1, assignee: null },
      review_tag: { application_id: id, change: { add_tag: 'x' } },
      review_many: { ids: [id], change: { add_tag: 'x' } },
      review_note_add_mentioning: { application_id: id, body: 'x', mentions: [] },
      review_rate: { application_id: id, criterion: 'craft', score: 1 },
    };
    expect(await reader.refusal(name, parameters[name])).toMatchObject({ status: 403, code: '42501' });
  });
});

describe('a change of many applications', () => {
  test('is one request, skips those that cannot change, and can be undone', async ({
    server,
    owner,
    reviewer,
  }) => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => makeApplication(server, `many-${name}`)));
    await owner.move(ids[0]!, 'withdrawn');
    const outcome = await reviewer.many<{ batch_id: string; changed: number; skipped: number }>(ids, {
      status: 'declined',
    });
    expect(outcome).toMatchObject({ changed: 2, skipped: 1 });
    await owner.move(ids[1]!, 'in_review', { seen_version: 2 });
    expect(await reviewer.undo(outcome.batch_id)).toMatchObject({
      restored: 1,
      kept: 1,
    });
    const now = await Promise.all(ids.map((id) => statusOf(server, id)));
    expect(now.map(({ status }) => status)).toEqual(['withdrawn', 'in_review', 'submitted']);
    expect(await reviewer.refusal('review_undo', { batch_id: outcome.batch_id })).toMatchObject({
      status: 409,
    });
  });

  test('of a whole filtered set sends the filter, not a list of ids', async ({
    server,
    reviewer,
    reader,
  }) => {
    await Promise.all([1, 2, 3].map((n) => makeApplication(server, `set-${n}`, { sectors: 'lighthouses' })));
    const outcome = await reviewer.call('review_many', {
      filter: { search: 'lighthouses' },
      change: { add_tag: ' Coast ' },
    });
    expect(outcome).toMatchObject({ changed: 3, skipped: 0 });
    expect(await reader.call('review_count', { filter: { tag: 'coast' } })).toMatchObject({ total: 3 });
  });

  // Its plan is made once for each session, often for one row, and serves thousands later: compared each with each,
  // six thousand changes took eighteen seconds.
  test('joins old and new rows by key, whatever the session changed first', async ({ server, owner }) => {
    await server.sql('create schema tests');
    await server.sql(`
      create function tests.explain_changes() returns trigger language plpgsql set enable_nestloop = off as $$
      declare line text;
      begin
        for line in explain (costs off) select from rows_after changed join rows_before was on was.id = changed.id loop
          insert into tests.lines values (line);
        end loop;
        return null;
      end $$`);
    await server.sql('create table tests.lines (line text)');
    await server.sql(`
      create trigger explain_changes after update on public.applications
      referencing old table as rows_before new table as rows_after
      for each statement execute function tests.explain_changes()`);
    const id = await makeApplication(server, 'planned');
    await owner.move(id, 'in_review');
    await server.sql('drop trigger explain_changes on public.applications');
    const plan = (await server.sql<{ line: string }>('select line from tests.lines')).map(({ line }) => line);
    expect(plan.join('\n')).toMatch(/Hash Join|Merge Join/);
    const [settings] = await server.sql<{ proconfig: string[] }>(
      `select proconfig from pg_proc where proname = 'follow_changed_applications'`,
    );
    expect(settings!.proconfig).toContain('enable_nestloop=off');
  });

  test('can be undone by its author or an owner only', async ({ server, owner, reviewer }) => {
    const id = await makeApplication(server, 'others-undo');
    const { batch_id } = await owner.move<Moved>(id, 'in_review');
    expect(await reviewer.refusal('review_undo', { batch_id })).toMatchObject({ status: 403, code: '42501' });
  });
});

describe('a mail with a move', () => {
  const words = { subject: 'Hello {{name}}', body: 'About {{sectors}}, <b>yours</b>' };

  test('is previewed as it is sent, and arrives', async ({ server, reviewer, reader }) => {
    const id = await makeApplication(server, 'mailed', { email_confirmed_at: new Date() });
    const preview = await reader.call('review_mail_preview', { application_id: id, ...words });
    expect(preview).toEqual({
      to: 'mailed@builders.example',
      has_page: true,
      subject: 'Hello Amber Sample',
      body: 'About music, energy, <b>yours</b>',
    });
    await reviewer.move(id, 'in_review', { mail: words });
    await server.sql(`update private.mails set due_at = now() where application_id = $1`, [id]);
    await server.sql(`notify mails`);
    await expect
      .poll(async () => (await server.mails()).find(({ subject }) => subject === 'Hello Amber Sample'), {
        timeout: 20_000,
      })
      .toMatchObject({
        to: [{ address: 'mailed@builders.example' }],
        html: expect.stringContaining('About music, energy, &lt;b&gt;yours&lt;/b&gt;') as string,
      });
  });

  test('is stopped by an undo before it leaves', async ({ server, reviewer }) => {
    const id = await makeApplication(server, 'stopped');
    const { batch_id } = await reviewer.move<Moved>(id, 'declined', { mail: words });
    expect(await reviewer.undo(batch_id)).toMatchObject({ restored: 1, mails_stopped: 1 });
    const mails = await server.sql('select state from private.mails where application_id = $1', [id]);
    expect(mails).toEqual([{ state: 'dropped' }]);
  });

  test('has no link that an applicant typed as a name', async ({ server, reader }) => {
    const id = await makeApplication(server, 'phish', {
      name: 'Win at evil.example/now',
      sectors: 'http://evil',
      email_confirmed_at: new Date(),
    });
    const preview = await reader.call('review_mail_preview', { application_id: id, ...words });
    expect(preview).toMatchObject({ subject: 'Hello there', body: 'About your field, <b>yours</b>' });
  });

  test('has neither name nor sectors if the address is not confirmed', async ({ server, reader }) => {
    const id = await makeApplication(server, 'unproven', { name: 'Call +1 900 555 0100 to claim prize' });
    const preview = await reader.call('review_mail_preview', { application_id: id, ...words });
    expect(preview).toMatchObject({ subject: 'Hello there', body: 'About your field, <b>yours</b>' });
  });

  test.for([
    [{ subject: 'two\nlines', body: 'x' }, 'The subject is one line of 1 to 200 characters.'],
    [{ subject: 'x', body: ' ' }, 'The mail has 1 to 5,000 characters.'],
    [{ subject: 'x', body: '{{password}}' }, 'There is no placeholder {{password}}.'],
  ] as const)('%j is refused and nothing is moved', async ([mail, sentence], { server, reviewer }) => {
    const id = await makeApplication(server, `bad-mail-${sentence.length}`);
    const refused = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      to_status: 'in_review',
      mail,
    });
    expect(refused).toMatchObject({ status: 400, code: '22023', message: sentence });
    expect((await statusOf(server, id)).status).toBe('submitted');
  });
});

const statusOf = async (server: TestServer, id: string) =>
  (
    await server.sql<{ status: string; version: string }>(
      'select status, version from public.applications where id = $1',
      [id],
    )
  )[0]!;

interface Moved {
  readonly batch_id: string;
  readonly row: { readonly version: number; readonly status: string };
}

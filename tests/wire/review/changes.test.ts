import { sendNow } from '../../harness/applicant.ts';
import { makeApplication } from '../../harness/member.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';
import { badRequest, forbidden, unprocessable } from '../../harness/refusals.ts';

const test = testStarting();

describe('a move', () => {
  test('goes along an arrow as a new version with a history line', async ({ id, reviewer, reader }) => {
    const { row } = await reviewer.move(id, 'in_review');
    expect(row).toMatchObject({ status: 'in_review', version: 2 });
    const whole = await reader.open(id);
    expect(whole.events).toEqual([
      expect.objectContaining({
        kind: 'moved',
        actor_email: reviewer.email,
        detail: { from: 'submitted', to: 'in_review' },
      }),
    ]);
  });

  test('that is not allowed is refused, in SQL too', async ({ server, id, owner, reviewer }) => {
    const refused = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      to_status: 'accepted',
    });
    expect(refused).toMatchObject(unprocessable('An application cannot move from submitted to accepted.'));
    await expect(
      server.sql`update public.applications set status = 'accepted' where id = ${id}`,
    ).rejects.toMatchObject({ code: '23514', constraint: 'applications_changed_by_change_status' });
    expect(await statusOf(server, id)).toEqual({ status: 'submitted', version: '1' });
    await owner.move(id, 'in_review');
    await expect(
      server.sql`update public.applications set status = 'interview' where id = ${id}`,
    ).rejects.toMatchObject({ code: '23503', constraint: 'applications_current_period_fkey' });
  });

  test('of an application that another member moved is a conflict with the current state', async ({
    server,
    id,
    owner,
    reviewer,
  }) => {
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

  test('made twenty times at once is applied once', async ({ id, reviewer }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        reviewer.refusal('review_move', { application_id: id, seen_version: 1, to_status: 'in_review' }),
      ),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers.filter(Boolean).map((answer) => answer!.status))).toEqual(new Set([409]));
  });
});

test('a change by a reader is refused with a message', async ({ id, reader }) => {
  const move = { application_id: id, seen_version: 1, to_status: 'in_review' };
  expect(await reader.refusal('review_move', move)).toMatchObject(
    forbidden('This needs the access of reviewer; yours is reader.'),
  );
});

describe('a change of many applications', () => {
  test('is one request, skips what cannot change, can be undone', async ({ server, owner, reviewer }) => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => makeApplication(server, `many-${name}`)));
    await owner.move(ids[0]!, 'withdrawn');
    const outcome = await reviewer.many(ids, {
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

  test('of a whole filtered set sends the filter, not ids', async ({ server, reviewer, reader }) => {
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
  test('joins old and new rows by key, whatever the session changed first', async ({ server, id, owner }) => {
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
    await owner.move(id, 'in_review');
    await server.sql('drop trigger explain_changes on public.applications');
    const plan = await server.column<string>('select line from tests.lines');
    expect(plan.join('\n')).toMatch(/Hash Join|Merge Join/);
    const proconfig = await server.value<
      string[]
    >`select proconfig from pg_proc where proname = 'follow_changed_applications'`;
    expect(proconfig).toContain('enable_nestloop=off');
  });

  test('can be undone by its author or an owner only', async ({ id, owner, reviewer }) => {
    const { batch_id } = await owner.move(id, 'in_review');
    expect(await reviewer.refusal('review_undo', { batch_id })).toMatchObject(forbidden());
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
    await sendNow(server, id);
    await expect
      .poll(async () => (await server.mails()).find(({ subject }) => subject === 'Hello Amber Sample'))
      .toMatchObject({
        to: [{ address: 'mailed@builders.example' }],
        html: expect.stringContaining('About music, energy, &lt;b&gt;yours&lt;/b&gt;') as string,
      });
  });

  const confirmed = { email_confirmed_at: new Date() };
  test.for([
    [
      'no link that an applicant typed as a name',
      { name: 'Win at evil.example/now', sectors: 'http://evil', ...confirmed },
    ],
    [
      'neither name nor sectors if the address is not confirmed',
      { name: 'Call +1 900 555 0100 to claim prize' },
    ],
  ] as const)('has %s', async ([what, columns], { server, reader }) => {
    const id = await makeApplication(server, `phish-${what.length}`, columns);
    const preview = await reader.call('review_mail_preview', { application_id: id, ...words });
    expect(preview).toMatchObject({ subject: 'Hello there', body: 'About your field, <b>yours</b>' });
  });

  test.for([
    [{ subject: 'two\nlines', body: 'x' }, 'The subject is one line of 1 to 200 characters.'],
    [{ subject: 'x', body: ' ' }, 'The mail has 1 to 5,000 characters.'],
    [{ subject: 'x', body: '{{password}}' }, 'There is no placeholder {{password}}.'],
  ] as const)('%j is refused and nothing is moved', async ([mail, sentence], { server, id, reviewer }) => {
    const refused = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      to_status: 'in_review',
      mail,
    });
    expect(refused).toMatchObject(badRequest(sentence));
    expect((await statusOf(server, id)).status).toBe('submitted');
  });
});

const statusOf = (server: TestServer, id: string) => server.row<{ status: string; version: string }>`
      select status, version from public.applications where id = ${id}`;

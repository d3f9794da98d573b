import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { sendNow } from '../../harness/applicant.ts';
import { makeApplication } from '../../harness/member.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { conflict, refusedWith } from '../../harness/refusals.ts';

describe('a move', () => {
  test('that is not allowed is refused, in SQL too', async ({ server, id, owner, reviewer }) => {
    const refused = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      path: ['accepted'],
    });
    expect(refused).toMatchObject(
      refusedWith('move_not_allowed', 'An application cannot move from submitted to accepted.'),
    );
    await expect(
      server.sql`update public.applications set status = 'accepted' where id = ${id}`,
    ).rejects.toMatchObject({ code: '23514', constraint: 'applications_changed_by_change_status' });
    expect(await statusOf(server, id)).toEqual({ status: 'submitted', version: '1' });
    await owner.move(id, 'in_review');
    await expect(
      server.sql`update public.applications set status = 'interview' where id = ${id}`,
    ).rejects.toMatchObject({ code: '23503', constraint: 'applications_current_period_fkey' });
  });

  test('of twenty at once is applied once', async ({ id, owner, reviewer, reader }) => {
    const move = { application_id: id, seen_version: 1, path: ['in_review'] };
    expect(await reader.refusal('review_move', move)).toMatchObject(
      refusedWith('access_too_low', 'This needs the access of a reviewer. You have the access of a reader.'),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.refusal('review_move', move)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers.filter(Boolean).map((answer) => answer!.status))).toEqual(new Set([409]));
    expect(await reviewer.refusal('review_move', { ...move, path: ['declined'] })).toMatchObject(
      conflict({
        row: { status: 'in_review', version: 2 },
        latest: { by: owner.email, kind: 'moved', detail: { from: 'submitted', to: 'in_review' } },
      }),
    );
    expect(await reviewer.refusal('review_move', { ...move, seen_version: null })).toMatchObject({
      status: 409,
    });
  });
});

describe('a tag', () => {
  test('is stored trimmed and in lower case, and refused if nothing is left', async ({ id, reviewer }) => {
    const tagged = await reviewer.call('review_tag', {
      application_id: id,
      change: { add_tag: ' Sho\u200bre\u00a0' },
    });
    expect(tagged).toMatchObject({ tags: ['shore'] });
    const refusal = await reviewer.refusal('review_tag', {
      application_id: id,
      change: { add_tag: '\u2060' },
    });
    expect(refusal).toMatchObject({ status: 400 });
  });

  test('is one of 20 at most, which may be added again or removed', async ({ server, reviewer }) => {
    const tags = Array.from({ length: 20 }, (_, n) => `tag-${n}`);
    const application_id = await makeApplication(server, 'full', { tags });
    const change = (one: object) => ({ application_id, change: one });
    expect(await reviewer.refusal('review_tag', change({ add_tag: 'other' }))).toMatchObject({ status: 422 });
    expect(await reviewer.call('review_tag', change({ add_tag: 'Tag-3' }))).toMatchObject({ tags });
    expect(await reviewer.call('review_tag', change({ remove_tag: 'tag-19' }))).toMatchObject({
      tags: tags.slice(0, 19),
    });
  });
});

// status.model.test.ts moves and undoes many at once.
describe('a change of many applications', () => {
  test('of a whole filtered set sends the filter, not ids', async ({ server, reviewer, reader }) => {
    await Promise.all([1, 2, 3].map((n) => makeApplication(server, `set-${n}`, { sectors: 'lighthouses' })));
    const outcome = await reviewer.call('review_change_many', {
      filter: { search: 'lighthouses' },
      change: { add_tag: ' Coast ' },
    });
    expect(outcome).toMatchObject({ changed: 3, skipped: 0 });
    expect(await reader.call('review_count', { filter: { tag: 'coast' } })).toMatchObject({ total: 3 });
  });

  test('of a filtered set leaves out what arrived or others changed after it was chosen', async ({
    server,
    owner,
    reviewer,
  }) => {
    const make = (name: string) => makeApplication(server, name, { sectors: 'foghorns' });
    const [moved, undone, tagged] = [await make('moved-since'), await make('undone'), await make('tagged')];
    const { batch_id } = await owner.move(undone, 'in_review');
    const [mine, id] = [await make('mine'), await make('early')];
    const { row } = await reviewer.call<{ row: { created_at: string } }>('review_application', {
      application_id: id,
    });
    const late = await make('late');
    await owner.move(moved, 'in_review');
    await owner.undo(batch_id);
    await owner.call('review_tag', { application_id: tagged, change: { add_tag: 'fog' } });
    await reviewer.move(mine, 'in_review');
    const chosen = { filter: { search: 'foghorns', until: row.created_at } };
    expect(await reviewer.call('review_move_preview', { to_status: 'declined', ...chosen })).toMatchObject({
      changed: 2,
    });
    expect(
      await reviewer.call('review_change_many', { ...chosen, change: { status: 'declined' } }),
    ).toMatchObject({ changed: 2 });
    const status = async (of: string) => (await statusOf(server, of)).status;
    expect([await status(late), await status(undone), await status(tagged)]).toEqual(
      Array(3).fill('submitted'),
    );
    expect([await status(moved), await status(mine), await status(id)]).toEqual([
      'in_review',
      'declined',
      'declined',
    ]);
  });

  test('of a filtered set leaves out one that matches no longer', async ({ server, reviewer }) => {
    const id = await makeApplication(server, 'semaphore', { sectors: 'semaphores' });
    const other = await holdRows(server, `update public.applications set sectors = 'lamps' where id = $1`, [
      id,
    ]);
    const outcome = reviewer.call('review_change_many', {
      filter: { search: 'semaphores' },
      change: { status: 'in_review' },
    });
    await lockWaits(server);
    await other.query('commit');
    expect(await outcome).toMatchObject({ changed: 0 });
    expect((await statusOf(server, id)).status).toBe('submitted');
  });

  test('can be undone once, by its author or an owner only', async ({ id, owner, reviewer }) => {
    const { batch_id } = await owner.move(id, 'in_review');
    expect(await reviewer.refusal('review_undo', { batch_id })).toMatchObject(refusedWith('not_yours'));
    await owner.undo(batch_id);
    expect(await owner.refusal('review_undo', { batch_id })).toMatchObject({ status: 409 });
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
        text: expect.stringContaining('About music, energy, <b>yours</b>') as string,
      });
  });

  test('has no link typed as a name, and no words of an unconfirmed one', async ({ server, reader }) => {
    for (const columns of [
      { name: 'Win at evil.example/now', sectors: 'http://evil', email_confirmed_at: new Date() },
      { name: 'Call +1 900 555 0100 to claim prize' },
    ]) {
      const id = await makeApplication(server, `phish-${columns.name.length}`, columns);
      const preview = await reader.call('review_mail_preview', { application_id: id, ...words });
      expect(preview).toMatchObject({ subject: 'Hello there', body: 'About your field, <b>yours</b>' });
    }
  });

  test.for([
    [{ subject: 'two\nlines', body: 'x' }, 'The subject has 1 to 200 characters on one line.'],
    [{ subject: 'x', body: ' \n\u200b' }, 'The text has 1 to 5,000 characters.'],
    [{ subject: '\u00a0', body: 'x' }, 'The subject has 1 to 200 characters on one line.'],
    [{ subject: 'x', body: '{{password}}' }, 'There is no placeholder {{password}}.'],
  ] as const)('%j is refused and nothing is moved', async ([mail, sentence], { server, id, reviewer }) => {
    const refused = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      path: ['in_review'],
      mail,
    });
    expect(refused).toMatchObject(refusedWith('invalid_mail', sentence));
    expect((await statusOf(server, id)).status).toBe('submitted');
  });
});

const statusOf = (server: TestServer, id: string) => server.row<{ status: string; version: string }>`
      select status, version from public.applications where id = ${id}`;

import { makeApplication, makeMember } from '../../harness/member.ts';
import { describe, expect, test as base } from '../../harness/fixtures.ts';

const test = base
  .extend('leaving', { scope: 'file' }, ({ server }) => makeMember(server, 'zyxleaving@lab.example', 'owner'))
  .extend('staying', { scope: 'file' }, ({ server }) =>
    makeMember(server, 'staying@lab.example', 'reviewer'),
  );

let id: string;
test.beforeAll(async ({ server, leaving, staying }) => {
  id = await makeApplication(server, 'applicant', { email: 'zyxleaving@lab.example' });
  await leaving.call('review_name_save', { name: 'Zyxleaving Sample' });
  const note = await leaving.addNote(id, 'First words');
  await leaving.editNote(note, 'Second words');
  await leaving.call('review_rate', { application_id: id, criterion: 'craft', score: 1 });
  await staying.call('review_rate', { application_id: id, criterion: 'craft', score: 5 });
  await leaving.call('review_assign', { application_id: id, seen_version: 1, assignee: leaving.id });
  const template = await server.row<{ subject: string; body: string; version: number }>`
    select subject, body, version from public.mail_templates where status = 'declined'`;
  await leaving.call('review_template_save', {
    status: 'declined',
    seen_version: template!.version,
    subject: template!.subject,
    body: template!.body,
  });
  await leaving.call('review_reply_add', { application_id: id, body: 'An answer by mail' });
  await leaving.call('review_terms_save', { seen_version: 1, terms: { answer_days: 9 } });
  const { version } = await leaving.call<{ version: number }>('review_intake');
  await leaving.call('review_intake_save', { seen_version: version, closed: true });
  await leaving.data.from('saved_views').insert({ name: 'Mine', query: '?status=submitted', shared: true });
});

describe('the last owner', () => {
  test('cannot erase their own account, and gets the reason', async ({ server, leaving }) => {
    await expect(server.command('admin', 'erase', leaving.email)).rejects.toMatchObject({
      stderr: 'The last owner stays. Make someone else an owner first.\n',
    });
  });
});

describe('an owner whose account is erased', () => {
  test.beforeAll(async ({ server, leaving, staying }) => {
    await leaving.call('review_set_access', { user_id: staying.id, access: 'owner' });
    expect(await server.command('admin', 'erase', leaving.email)).toBe(
      `The account of ${leaving.email} is erased; notes and history stay, without a name.\n`,
    );
  });

  test('loses access at once, and no row names them but their own application and the access log', async ({
    server,
    leaving,
  }) => {
    expect(await leaving.refusal('review_people')).toMatchObject({ code: '42501' });
    const tables = await server.column<string>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')`;
    const naming = [];
    for (const name of tables) {
      const rows = await server.sql(`select 1 from ${name} t where t::text ilike '%zyxleaving%' limit 1`);
      if (rows.length > 0) naming.push(name);
    }
    // The access log says who did what, until its own months are over.
    expect(naming.toSorted()).toEqual(['public.access_log', 'public.applications']);
  });

  test('leaves notes and history without an author, marked by an empty id', async ({ staying }) => {
    const { notes, events } = await staying.open(id);
    expect(notes).toMatchObject([{ body: 'Second words', author: null, author_email: null }]);
    const own = events.filter(({ kind }) => kind === 'noted' || kind === 'assigned');
    expect(own.length).toBeGreaterThan(2);
    for (const event of own) expect(event).toMatchObject({ actor: null });
    // The command removes the assignment, and no account is behind it.
    expect(own.filter(({ actor_email }) => actor_email !== '')).toMatchObject([
      { kind: 'assigned', actor_email: null, detail: { to: null } },
    ]);
    expect(events.filter(({ kind }) => kind === 'assigned').map(({ detail }) => detail)).toEqual([
      { from: '', to: null },
      { from: null, to: '' },
    ]);
  });

  test('also loses their ratings, and the mean is recalculated from the others', async ({ server }) => {
    expect(await server.column('select rating::float8 from public.applications')).toEqual([5]);
  });

  test('is erased as an applicant like anyone else, apart from the account', async ({ server, staying }) => {
    await staying.call('review_delete', { application_id: id });
    expect(await server.sql(`select 1 from public.applications`)).toEqual([]);
  });

  test('cannot be erased again', async ({ server, leaving }) => {
    await expect(server.command('admin', 'erase', leaving.email)).rejects.toMatchObject({
      stderr: 'There is no account of zyxleaving@lab.example.\n',
    });
  });
});

test('npm run admin -- erase accepts a former member whose access was removed before', async ({ server }) => {
  await makeMember(server, 'former@lab.example', 'reader');
  await server.command('admin', 'remove', 'former@lab.example');
  expect(await server.command('admin', 'erase', 'former@lab.example')).toMatch(/^The account of former@/);
  expect(await server.sql(`select 1 from auth.users where email = 'former@lab.example'`)).toEqual([]);
});

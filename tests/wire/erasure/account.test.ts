import { makeApplication, makeMember } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { describe, expect, test as base } from '../../harness/fixtures.ts';

const test = base
  .extend('leaving', { scope: 'file' }, ({ server }) => makeMember(server, 'zyxleaving@lab.example', 'owner'))
  .extend('staying', { scope: 'file' }, ({ server }) =>
    makeMember(server, 'staying@lab.example', 'reviewer'),
  );

let id: string;
test.beforeAll(async ({ server, leaving, staying }) => {
  await showOpinions(server);
  id = await makeApplication(server, 'applicant', { email: 'zyxleaving@lab.example' });
  await leaving.call('review_name_save', { name: 'Zyxleaving Sample' });
  const note = await leaving.addNote(id, 'First words');
  await leaving.editNote(note, 'Second words');
  await leaving.call('review_rate', { application_id: id, criterion: 'craft', score: 1 });
  await staying.call('review_rate', { application_id: id, criterion: 'craft', score: 5 });
  await leaving.call('review_assign', { application_id: id, seen_version: 1, assignee: leaving.id });
  const template = { status: 'declined', seen_version: 1, subject: 'About it', body: 'Words' };
  await leaving.call('review_template_save', template);
  await leaving.call('review_reply_add', { application_id: id, body: 'An answer by mail' });
  const { data } = await leaving.data.from('lab_terms').select().single();
  const { version: seen_version, only_row: _only, ...terms } = data!;
  await leaving.call('review_terms_save', { seen_version, ...terms, answer_days: 9 });
  const { version } = await leaving.call<{ version: number }>('review_intake');
  await leaving.call('review_intake_save', { seen_version: version, closed: true });
  await leaving.data
    .from('saved_views')
    .insert({ name: 'Mine', view: { status: 'submitted' }, shared: true });
});

test('the last owner cannot erase their own account, and gets the reason', async ({ server, leaving }) => {
  await expect(server.command('admin', 'erase', leaving.email)).rejects.toMatchObject({
    stderr: 'The lab needs an owner. Make someone else an owner first.\n',
  });
});

describe('an owner whose account is erased', () => {
  test.beforeAll(async ({ server, leaving, staying }) => {
    await leaving.call('review_member_access_set', { user_id: staying.id, access: 'owner' });
    expect(await server.command('admin', 'erase', leaving.email)).toBe(
      `The account of ${leaving.email} was deleted. Notes and history stay without a name.\n`,
    );
  });

  test('loses access at once, and no row but two names them', async ({ server, leaving }) => {
    expect(await leaving.refusal('review_members')).toMatchObject({ code: 'not_a_member' });
    const tables = await server.column<string>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private', 'auth') order by 1`;
    const naming = await server.column(
      tables
        .map(
          (name) =>
            `select '${name}' where exists (select from ${name} t where t::text ilike '%zyxleaving%')`,
        )
        .join(' union all '),
    );
    // The access log says who did what, until its own months are over.
    expect(naming.toSorted()).toEqual(['public.access_log', 'public.applications']);
  });

  test('leaves notes and history without an author, and no rating', async ({ staying }) => {
    const { notes, events, row } = await staying.open(id);
    expect(notes).toMatchObject([{ body: 'Second words', author: null, author_email: null }]);
    const own = events.filter(({ kind }) => kind === 'note_added' || kind === 'assigned');
    expect(own.length).toBeGreaterThan(2);
    for (const event of own) expect(event).toMatchObject({ actor: null });
    expect(events.filter(({ kind }) => kind === 'assigned').map(({ detail }) => detail)).toEqual([
      { from: '', to: null },
      { from: null, to: '' },
    ]);
    expect(row.rating, 'the mean of the others').toBe(5);
  });
});

test('npm run admin -- erase accepts a former member whose access was removed before', async ({ server }) => {
  await server.addUser('former@lab.example');
  const erase = () => server.command('admin', 'erase', 'former@lab.example');
  expect(await erase()).toMatch(/^The account of former@/);
  await expect(erase()).rejects.toMatchObject({ stderr: 'There is no account of former@lab.example.\n' });
});

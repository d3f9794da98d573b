import { applicationQuestions } from '../../../../supabase/functions/_shared/contract/questions.ts';
import { findingsInBothSchemes } from '../../harness/axe.ts';
import { expect, nameOf, test } from '../../harness/review-desk.ts';

test('a member’s own name appears on new and on earlier notes', async ({ desk, elsewhere, server }) => {
  const id = await desk.make(`Name ${desk.prefix}`);
  await elsewhere.addNote(id, 'From before the name.');
  await elsewhere.call('review_name_save', { name: 'Cleo Colleague' });
  await desk.openApplication(id);
  await expect(desk.panel.getByRole('article')).toContainText('CC');
  await expect(desk.panel.getByRole('article')).toContainText('Cleo Colleague');
  await expect(desk.panel.getByRole('listitem').filter({ hasText: 'wrote a note' })).toContainText(
    'Cleo Colleague',
  );
  await expect(desk.assignee.getByRole('option', { name: 'Cleo Colleague' })).toBeAttached();
  await server.sql('update public.member_settings set display_name = null');
});

test('an @ offers members by keyboard until Escape, and the mention survives an edit until its text is removed', async ({
  desk,
  colleague,
}) => {
  const id = await desk.openNew(`Mention ${desk.prefix}`);
  const mentioned = () =>
    desk.server
      .sql('select from public.note_mentions where application_id = $1', [id])
      .then((rows) => rows.length);
  const field = desk.panel.getByLabel('New note');
  const list = desk.panel.getByRole('listbox', { name: 'Mention' });
  await field.pressSequentially('@coll');
  await expect(list.getByRole('option')).toHaveCount(1);
  await field.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('@coll');
  await field.fill('');
  await field.pressSequentially('Please, @coll');
  await expect(list.getByRole('option')).toHaveText([new RegExp(colleague.email)]);
  await field.press('Enter');
  await expect(field).toHaveValue(`Please, @${nameOf(colleague)} `);
  await expect(list).toHaveCount(0);
  await field.pressSequentially('call them.');
  await field.press('Control+Enter');
  const note = desk.panel.getByRole('article');
  await expect(note).toContainText(`Please, @${nameOf(colleague)} call them.`);
  expect(await mentioned()).toBe(1);
  await note.getByRole('button', { name: 'Edit' }).click();
  await note.getByLabel('Edit note').fill(`@${nameOf(colleague)}, please call.`);
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note.getByRole('textbox')).toHaveCount(0);
  await expect(note).toContainText(`@${nameOf(colleague)}, please call.`);
  expect(await mentioned()).toBe(1);
  await note.getByRole('button', { name: 'Edit' }).click();
  await note.getByLabel('Edit note').fill('Done.');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note.getByRole('textbox')).toHaveCount(0);
  await expect(note).toContainText('Done.');
  expect(await mentioned()).toBe(0);
});

test('an owner removes another’s note and restores it as the same note', async ({
  desk,
  elsewhere,
  colleague,
}) => {
  const id = await desk.make(`Undone ${desk.prefix}`);
  await elsewhere.addNote(id, 'Not mine to lose.');
  const notes = () =>
    desk.server.sql('select * from public.application_notes where application_id = $1', [id]);
  const before = await notes();
  await desk.openApplication(id);
  await desk.panel.getByRole('article').getByRole('button', { name: 'Remove' }).click();
  await expect(desk.panel.getByRole('article')).toHaveCount(0);
  await desk.toast('Note removed').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.toast('Note put back')).toBeVisible();
  await expect(desk.panel.getByRole('article')).toContainText(nameOf(colleague));
  expect(await notes()).toEqual(before);
});

test('an earlier application of the same address is shown, with a link to it', async ({ desk }) => {
  const email = `again-${desk.prefix}@builders.example`;
  await desk.make(`Before ${desk.prefix}`, {
    email,
    created_at: '2026-01-05T12:00:00Z',
    archived_at: '2026-01-13T12:00:00Z',
  });
  await desk.openNew(`After ${desk.prefix}`, { email });
  await expect(desk.panel.getByRole('heading', { name: 'Applied before' })).toBeVisible();
  await expect(desk.panel).toContainText('set aside, never confirmed, same address');
  await desk.panel.getByRole('link', { name: 'Application of Jan 5, 2026' }).click();
  await expect(desk.panel.getByRole('heading', { level: 3, name: `Before ${desk.prefix}` })).toBeVisible();
  await expect(desk.panel.getByRole('heading', { name: 'Also sent' })).toBeVisible();
});

test('decisions are visible without scrolling at 850 pixels, and deletions are in a menu, which Escape closes first', async ({
  desk,
}) => {
  const count = applicationQuestions.length;
  await desk.page.setViewportSize({ width: 1350, height: 850 });
  await desk.openNew(`Fold ${desk.prefix}`);
  await expect(desk.panel.getByRole('heading', { name: 'Rating' })).toBeInViewport();
  await expect(desk.panel.getByRole('group', { name: 'Drive to ship' })).toBeInViewport();
  await expect(desk.panel.getByText(`Screening questions: ${count} of ${count} yes`)).toBeInViewport();
  await expect(desk.panel.getByRole('button', { name: 'Data request…' })).toHaveCount(0);
  // In the moment in which it opens.
  await desk.panel.getByRole('button', { name: 'More to do with this application' }).focus();
  await desk.page.keyboard.press('Enter');
  await desk.page.keyboard.press('Escape');
  await expect(desk.panel.getByRole('button', { name: 'Data request…' })).toHaveCount(0);
  await desk.openMore();
  await expect(desk.panel.getByRole('button', { name: 'Data request…' })).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.panel.getByRole('button', { name: 'Data request…' })).toHaveCount(0);
  await expect(desk.panel, 'Escape closed the menu and not the application').toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.panel, 'the next Escape closed the application').toBeHidden();
});

// On phones too: the panel covers the list.
test('a note shows links without a referrer, bold text and HTML as text, and axe finds nothing in its panel, list and menu @phone', async ({
  desk,
  colleague,
}) => {
  await desk.openNew(`Axe ${desk.prefix}`);
  await desk.writeNote(
    'See https://one.example/a.\n**Strong** <img src=x onerror=alert(1)> javascript:alert(1)',
  );
  const note = desk.panel.getByRole('article');
  const link = note.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'https://one.example/a');
  await expect(link).toHaveAttribute('rel', /noopener.*noreferrer/);
  await expect(note.locator('strong')).toHaveText('Strong');
  await expect(note.locator('img')).toHaveCount(0);
  await expect(note).toContainText('<img src=x onerror=alert(1)> javascript:alert(1)');
  await desk.panel.getByLabel('New note').pressSequentially(`@${nameOf(colleague).slice(0, 2)}`);
  await expect(
    desk.panel.getByRole('listbox', { name: 'Mention' }).getByRole('option').first(),
  ).toBeVisible();
  expect(await findingsInBothSchemes(desk.page)).toEqual([]);
  await desk.panel.getByLabel('New note').press('Escape');
  await desk.openMore();
  expect(await findingsInBothSchemes(desk.page)).toEqual([]);
});

test('of many notes the latest 50 are shown, and those before 50 at a time', async ({ desk, server }) => {
  const id = await desk.make(`Many ${desk.prefix}`);
  await server.sql(
    `insert into public.application_notes (application_id, body, created_at)
     select $1, 'Note ' || n || '.', now() + n * interval '1 s' from generate_series(1, 120) n`,
    [id],
  );
  await desk.openApplication(id);
  const notes = desk.panel.getByRole('article');
  await expect(notes).toHaveCount(50);
  await expect(notes.first()).toContainText('Note 71.');
  await desk.panel.getByText('Earlier notes (70)').click();
  await expect(notes).toHaveCount(100);
  await desk.panel.getByText('Earlier notes (20)').click();
  await expect(notes).toHaveCount(120);
  await expect(notes.first()).toContainText('Note 1.');
});

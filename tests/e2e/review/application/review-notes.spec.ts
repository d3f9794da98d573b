import { applicationQuestions } from '../../../../supabase/functions/_shared/contract/questions.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { expect, nameOf, test } from '../../harness/review-desk.ts';

test('a member’s own name appears on new and on earlier notes, and an owner removes another’s note and restores it as the same note', async ({
  desk,
  elsewhere,
  server,
}) => {
  const id = await desk.make(`Name ${desk.prefix}`);
  await elsewhere.addNote(id, 'From before the name.');
  await elsewhere.call('review_name_save', { name: 'Cleo Colleague' });
  const notes = () => server.sql('select * from public.application_notes where application_id = $1', [id]);
  const before = await notes();
  await desk.openApplication(id);
  const note = desk.panel.getByRole('article');
  await expect(note).toContainText('CC');
  await expect(note).toContainText('Cleo Colleague');
  await expect(desk.panel.getByRole('listitem').filter({ hasText: 'wrote a note' })).toContainText(
    'Cleo Colleague',
  );
  await expect(desk.assignee.getByRole('option', { name: 'Cleo Colleague' })).toBeAttached();

  await note.getByRole('button', { name: 'Remove' }).click();
  await expect(note).toHaveCount(0);
  await desk.toast('Note removed').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.toast('Note put back')).toBeVisible();
  await expect(note).toContainText('Cleo Colleague');
  expect(await notes()).toEqual(before);
  await server.sql('update public.member_settings set display_name = null');
});

test('an @ offers members by keyboard until Escape or Shift Tab, and the mention survives an edit until its text is removed', async ({
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
  await field.pressSequentially('@coll');
  await expect(desk.panel.getByText('1 person fits.')).toBeAttached();
  await field.press('Shift+Tab');
  await expect(field).not.toBeFocused();
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
  for (const [text, count] of [
    [`@${nameOf(colleague)}, please call.`, 1],
    ['Done.', 0],
  ] as const) {
    await note.getByRole('button', { name: 'Edit' }).click();
    await note.getByLabel('Edit note').fill(text);
    await note.getByRole('button', { name: 'Save' }).click();
    await expect(note.getByRole('textbox')).toHaveCount(0);
    await expect(note).toContainText(text);
    expect(await mentioned()).toBe(count);
  }
});

test('a kept draft does not replace a version that its writer has not seen, a conflict found after leaving is reported, and words typed while a note is saved stay', async ({
  desk,
  elsewhere,
}) => {
  const { page, panel } = desk;
  const id = await desk.make(`Kept ${desk.prefix}`);
  const first = await elsewhere.addNote(id, 'First words.');
  await desk.openApplication(id);
  const note = panel.getByRole('article');
  const field = note.getByLabel('Edit note');
  await note.getByRole('button', { name: 'Edit' }).click();
  await field.fill('Mine.');
  const releaseConflict = await holdBack(page, '**/rpc/review_note_edit_mentioning');
  await field.press('Control+Enter');
  await panel.getByRole('button', { name: 'Close application' }).click();
  await expect(panel).toBeHidden();
  await elsewhere.editNote(first, 'Theirs.');
  releaseConflict();
  await expect(desk.toast(`Kept ${desk.prefix}: note not saved`)).toContainText('colleague saved another');

  await desk.open(`?open=${id}`);
  await expect(field).toHaveValue('Mine.');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('colleague saved another version while you were writing.');
  await expect(note.getByRole('definition')).toHaveText(['Theirs.', 'Mine.']);
  const releaseAnswer = await holdBack(page, '**/rpc/review_note_edit_mentioning');
  await note.getByRole('button', { name: 'Save mine as the newer version' }).click();
  await field.press('End');
  await field.pressSequentially(' And more.');
  releaseAnswer();
  await expect(note.getByRole('definition')).toHaveCount(0);
  await expect(field).toHaveValue('Mine. And more.');
  await page.reload();
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveCount(0);
  await expect(note).toContainText('Mine. And more.');

  await page.route('**/rpc/review_note_versions', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await note.getByText('Earlier versions').click();
  await note.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(note.getByRole('listitem')).toHaveText([/Mine\.$/, /Theirs\.$/, /First words\.$/]);
});

test('a note that is stored at the second press is no longer reported as failed, and the text of an edit moves to the new note when someone removes the edited one, and is not offered again when that is restored', async ({
  desk,
  elsewhere,
}) => {
  const { page, panel } = desk;
  const id = await desk.openNew(`Failed ${desk.prefix}`);
  const note = panel.getByRole('article');
  await page.route('**/rpc/review_note_add_mentioning', (route) => route.abort(), { times: 1 });
  await desk.writeNote('Written once.');
  await expect(desk.toast('No answer')).toBeVisible();
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toContainText('Written once.');
  expect(await desk.toast('No answer').count()).toBe(0);

  await page.route('**/rpc/review_tag', (route) => route.abort(), { times: 1 });
  await panel.getByLabel('Add a tag').fill('lost');
  await page.keyboard.press('Enter');
  await expect(desk.toast('No answer')).toBeVisible();
  await desk.writeNote('Written later.');
  await expect(note.last()).toContainText('Written later.');
  expect(await desk.toast('No answer').count(), 'the failure of something else').toBe(1);

  await note.first().getByRole('button', { name: 'Edit' }).click();
  await note.first().getByLabel('Edit note').fill('Written once more.');
  const { notes } = await elsewhere.open(id);
  await elsewhere.call('review_note_remove', { note_id: notes[0]!.id });
  await expect(note).toHaveCount(1);
  await expect(desk.toast('Your text is now in the new note.')).toBeVisible();
  await expect(panel.getByLabel('New note')).toHaveValue('Written once more.');
  await elsewhere.call('review_note_restore', { note_id: notes[0]!.id });
  await expect(note).toHaveCount(2);
  await expect(note.getByRole('textbox')).toHaveCount(0);
});

test('decisions are visible without scrolling at 850 pixels, deletions are in a menu, which Escape closes first, an earlier application of the same address has a link, and of many notes the latest 50 are shown, and those before 50 at a time', async ({
  desk,
  server,
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

  const email = `again-${desk.prefix}@builders.example`;
  await desk.make(`Before ${desk.prefix}`, {
    email,
    created_at: '2026-01-05T12:00:00Z',
    archived_at: '2026-01-13T12:00:00Z',
  });
  const id = await desk.make(`After ${desk.prefix}`, { email });
  await server.sql(
    `insert into public.application_notes (application_id, body, created_at)
     select $1, 'Note ' || n || '.', now() + n * interval '1 s' from generate_series(1, 120) n`,
    [id],
  );
  await desk.goToApplication(id);
  const notes = desk.panel.getByRole('article');
  await expect(notes).toHaveCount(50);
  await expect(notes.first()).toContainText('Note 71.');
  await desk.panel.getByText('Earlier notes (70)').click();
  await expect(notes).toHaveCount(100);
  await desk.panel.getByText('Earlier notes (20)').click();
  await expect(notes).toHaveCount(120);
  await expect(notes.first()).toContainText('Note 1.');

  await expect(desk.panel.getByRole('heading', { name: 'Applied before' })).toBeVisible();
  await expect(desk.panel).toContainText('set aside, never confirmed, same address');
  await desk.panel.getByRole('link', { name: 'Application of Jan 5, 2026' }).click();
  await expect(desk.panel.getByRole('heading', { level: 3, name: `Before ${desk.prefix}` })).toBeVisible();
  await expect(desk.panel.getByRole('heading', { name: 'Also sent' })).toBeVisible();
});

import { holdBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';
import { setHiding, showOpinions } from '../../../harness/opinions.ts';

test.beforeAll(({ server }) => showOpinions(server));
test.afterAll(({ server }) => setHiding(server, true));

test('notes show their writer’s name, mention members by keyboard, and can be removed and restored', async ({
  desk,
  elsewhere,
  server,
  colleague,
}) => {
  const { panel } = desk;
  const id = await desk.make(`Name ${desk.prefix}`);
  await elsewhere.addNote(id, 'From before the name.');
  await elsewhere.call('review_name_save', { name: 'Cleo Colleague' });
  await desk.openApplication(id);
  const notes = panel.getByRole('article');
  await test.step('names', async () => {
    await expect(notes).toContainText('CC');
    await expect(notes).toContainText('Cleo Colleague');
    await expect(panel.getByRole('listitem').filter({ hasText: 'wrote a note' })).toContainText(
      'Cleo Colleague',
    );
    await expect(desk.assignee.getByRole('option', { name: 'Cleo Colleague' })).toBeAttached();
  });

  const field = panel.getByLabel('New note');
  const list = panel.getByRole('listbox', { name: 'Mention' });
  await test.step('mentions', async () => {
    await field.pressSequentially('@cleo');
    await expect(list.getByRole('option')).toHaveText([new RegExp(colleague.email)]);
    await field.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('@cleo');
    await field.fill('');
    await field.pressSequentially('@cleo');
    await expect(panel.getByText('1 person fits.')).toBeAttached();
    await field.press('Shift+Tab');
    await expect(field).not.toBeFocused();
    await expect(field).toHaveValue('@cleo');
    await field.fill('');
    await field.pressSequentially('Please, @cleo');
    await expect(list.getByRole('option')).toHaveCount(1);
    await field.press('Enter');
    await expect(field).toHaveValue('Please, @Cleo Colleague ');
    await expect(list).toHaveCount(0);
    await field.pressSequentially('call them.');
    await field.press('Control+Enter');
    const own = notes.last();
    await expect(own).toContainText('Please, @Cleo Colleague call them.');
    await own.getByRole('button', { name: 'Edit' }).click();
    await own.getByLabel('Edit note').fill('@Cleo Colleague, please call.');
    await own.getByRole('button', { name: 'Save' }).click();
    await expect(own.getByRole('textbox')).toHaveCount(0);
    await expect(own.getByTitle(colleague.email)).toHaveText('@Cleo Colleague');
  });

  await test.step('a removal and its undo', async () => {
    await notes.first().getByRole('button', { name: 'Remove' }).click();
    await expect(notes).toHaveCount(1);
    await desk.toast('Note removed').getByRole('button', { name: 'Undo' }).click();
    await expect(desk.toast('Note restored')).toBeVisible();
    await expect(notes.first()).toContainText('From before the name.');
    await server.sql('update public.member_settings set display_name = null');
  });
});

test('a draft replaces no unseen version, and typed words stay @release', async ({ desk, elsewhere }) => {
  const { page, panel } = desk;
  const id = await desk.make(`Kept ${desk.prefix}`);
  const first = await elsewhere.addNote(id, 'First words.');
  await desk.openApplication(id);
  const note = panel.getByRole('article');
  const field = note.getByLabel('Edit note');
  await note.getByRole('button', { name: 'Edit' }).click();
  await field.fill('Mine.');
  const releaseConflict = await holdBack(page, '**/rpc/review_note_edit');
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
  const releaseAnswer = await holdBack(page, '**/rpc/review_note_edit');
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

test('a note stored at the second press is no failure @release', async ({ desk, elsewhere }) => {
  const { page, panel } = desk;
  const id = await desk.openNew(`Failed ${desk.prefix}`);
  const note = panel.getByRole('article');
  await page.route('**/rpc/review_note_add', (route) => route.abort(), { times: 1 });
  await desk.writeNote('Written once.');
  await expect(desk.toast('No answer')).toBeVisible();
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toContainText('Written once.');
  await expect(desk.toast('No answer')).toHaveCount(0);

  await page.route('**/rpc/review_tag', (route) => route.abort(), { times: 1 });
  await panel.getByLabel('Add a tag').fill('lost');
  await page.keyboard.press('Enter');
  await expect(desk.toast('No answer')).toBeVisible();
  await desk.writeNote('Written later.');
  await expect(note.last()).toContainText('Written later.');
  await expect(desk.toast('No answer'), 'the failure of something else').toHaveCount(1);

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

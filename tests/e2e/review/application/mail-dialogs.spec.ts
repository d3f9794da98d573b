import { holdBack, sendHeldBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';

const inReview = { status: 'in_review', email_confirmed_at: new Date() };

test('a mail dialog closed before its answer leaves the next one open and reports its conflict by name', async ({
  desk,
  elsewhere,
}) => {
  const [first, second] = [`Merlin ${desk.prefix} A`, `Merlin ${desk.prefix} B`];
  await desk.make(first, inReview);
  const id = await desk.make(second, inReview);
  await desk.open(`?search=merlin+${desk.prefix}&sort=name`);
  const open = async (name: string, to: string) => {
    await desk.link(name).click();
    await desk.panel.getByRole('heading', { name }).waitFor();
    await desk.chooseMove(to);
  };
  /** Sends the mail and closes the dialog. The answer arrives when the returned function is called. */
  const sendAndClose = async () => {
    const release = await sendHeldBack(desk.page, '**/rpc/review_move', () =>
      desk.dialog.getByRole('button', { name: /^Move to/ }).click(),
    );
    await desk.page.keyboard.press('Escape');
    await expect(desk.dialog).toHaveCount(0);
    return release;
  };
  await open(first, 'Declined');
  const answerFirst = await sendAndClose();
  await open(second, 'Interview');
  await desk.dialog.getByLabel('Text').fill('Half a mail');
  answerFirst();
  await expect(desk.toast(`${first} is now Declined`)).toBeVisible();
  await expect(desk.dialog.getByLabel('Text')).toHaveValue('Half a mail');

  const answerSecond = await sendAndClose();
  await elsewhere.move(id, 'declined');
  answerSecond();
  await expect(desk.toast(`${second} was not moved to Interview.`)).toContainText(
    'Someone else changed this application since you opened it.',
  );
});

test('a mail dialog keeps its words and its preview, and reports a bounce @release', async ({ desk }) => {
  const id = await desk.openNew(`Hobby ${desk.prefix}`, { ...inReview, email_bounced_at: new Date() });
  await desk.chooseMove('Declined');
  const text = desk.dialog.getByLabel('Text');
  await expect(text).not.toHaveValue('');
  await text.fill('My own words');
  const isMailed = desk.dialog.getByRole('checkbox', { name: 'Email the applicant' });
  await isMailed.uncheck();
  await expect(text).toHaveCount(0);
  await isMailed.check();
  await expect(text).toHaveValue('My own words');

  const preview = desk.dialog.getByRole('region', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Preview' }).click();
  await expect(preview).toContainText('My own words');
  const release = await holdBack(desk.page, '**/rpc/review_mail_preview');
  const requests: string[] = [];
  desk.page.on('request', (request) => {
    if (request.url().endsWith('/review_mail_preview')) requests.push(request.url());
  });
  // However slowly a busy machine types, no time passes for the page before the last letter.
  await desk.page.clock.install();
  await desk.page.clock.pauseAt((await desk.page.evaluate(() => Date.now())) + 3_000);
  await text.press('End');
  await text.pressSequentially(', typed one after the other');
  await desk.page.clock.resume();
  await expect.poll(() => requests).toHaveLength(1);
  await expect(preview).toContainText('My own words');
  release();
  await expect(preview).toContainText('one after the other');
  expect(requests).toHaveLength(1);

  await desk.page.reload();
  await desk.chooseMove('Declined');
  await expect(text).toHaveValue(/^My own words/);
  // A later move begins with the words of the template.
  await desk.server.sql('update public.applications set status_changed_at = now() where id = $1', [id]);
  await desk.page.reload();
  await desk.chooseMove('Declined');
  await expect(text).toHaveValue(/./);
  await expect(text).not.toHaveValue(/My own words/);
  await desk.page.keyboard.press('Escape');
  await desk.move('Declined');
  await desk.panel.getByRole('button', { name: 'Send the email…' }).click();
  await expect(desk.dialog.getByRole('alert').filter({ hasText: 'bounce' })).toHaveText(
    'Emails to this address bounce. Take the mark off first.',
  );
});

test('a mail that cannot be edited any more says why as soon as its words are saved', async ({ desk }) => {
  const id = await desk.openNew(`Osprey ${desk.prefix}`, inReview);
  await desk.move('Interview');
  await desk.toast('is now Interview').getByRole('button', { name: 'Edit email' }).click();
  await desk.dialog.getByLabel('Subject').fill('Come and talk');
  await desk.server.sql(
    `update private.messages set edit_key = null, edited_by = null, edit_expires_at = null, due_before_edit = null
      where application_id = $1`,
    [id],
  );
  await desk.dialog.getByRole('button', { name: 'Save the email' }).click();
  const reason = 'This edit has ended. Close it and edit the email again.';
  await expect(desk.dialog.getByText(reason)).toBeVisible();
  await expect(desk.dialog.getByLabel('Subject')).toHaveValue('Come and talk');

  // The words belong to this mail, and a later one about the same status begins with its own.
  await desk.page.reload();
  await desk.move('In review');
  await desk.move('Interview');
  await desk.toast('is now Interview').getByRole('button', { name: 'Edit email' }).click();
  await expect(desk.dialog.getByLabel('Subject')).toHaveValue(/./);
  await expect(desk.dialog.getByLabel('Subject')).not.toHaveValue('Come and talk');
});

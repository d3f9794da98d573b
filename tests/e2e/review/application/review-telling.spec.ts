import { goToAccount } from '../../harness/account/account-menu.ts';
import { findings, openApplication } from '../../harness/axe.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';
import { decideAt } from '../../harness/review-family.ts';

const inReview = { status: 'in_review', email_confirmed_at: new Date() };

const TALK = 'Let us talk about what you build';

test('a move to Interview announces its mail, which can be edited, left out or sent later, and a failed one can be retried', async ({
  desk,
}) => {
  await desk.openNew(`Bittern ${desk.prefix}`, inReview);
  await desk.openMoves();
  await expect(desk.page.getByRole('menuitem', { name: 'Interview' })).toContainText('emailed');
  await expect(desk.page.getByRole('menuitem', { name: 'Withdrawn' })).not.toContainText('mail');
  await desk.page.getByRole('menuitem', { name: 'Interview' }).click();
  const moved = desk.toast('is now Interview');
  await expect(moved).toContainText('The email goes out in 30 seconds.');
  await expect(desk.panel.getByText('To notify')).toBeVisible();
  await expect(desk.panel).toContainText('The email goes out in a moment.');
  await moved.getByRole('button', { name: 'Edit email' }).click();
  await expect(desk.dialog).toContainText(`Email to Bittern ${desk.prefix}: Interview`);
  await expect(desk.dialog.getByLabel('Subject')).toHaveValue(TALK);
  await desk.dialog.getByLabel('Subject').fill('Come and talk');
  expect(await findings(desk.page)).toEqual([]);
  await desk.dialog.getByRole('button', { name: 'Save the email' }).click();
  await expect(moved).toContainText('The email goes out in 30 seconds.');
  await expect(desk.panel).toContainText('Email “Come and talk”: waiting');
  await expect(desk.panel).not.toContainText(`Email “${TALK}”`);
  await moved.getByRole('button', { name: 'Without email' }).click();
  await expect(desk.toast('No email will be sent')).toContainText('still needs to hear from us');

  await desk.panel.getByRole('button', { name: 'Send the email…' }).click();
  await desk.dialog.getByLabel('When to send').selectOption('Tomorrow at 9:00 (UTC)');
  await desk.dialog.getByRole('button', { name: 'Send the email' }).click();
  await expect(desk.toast('Email to')).toContainText(/The email goes out \w+\s\d+\s\w+,\s.+\./);
  await expect(desk.panel).toContainText(/The email goes out \w+\s\d+\s\w+,\s.+\./);

  const failed = await desk.openNew(`Ibis ${desk.prefix}`, inReview);
  await desk.move('Declined');
  await desk.server.sql(
    `update private.messages
        set state = 'failed', last_error = 'EENVELOPE 552: Error: all refused: 552 5.2.2 Mailbox full'
      where application_id = $1`,
    [failed],
  );
  await desk.page.reload();
  await expect(desk.panel).toContainText('failed: mailbox full.');
  expect(await findings(desk.page, { within: openApplication })).toEqual([]);
  await desk.panel.getByRole('button', { name: 'Try again' }).click();
  await expect(desk.toast('The email is on its way again')).toBeVisible();
});

test('many are declined and mailed by one press, counted down on every screen and restored by Undo', async ({
  own: desk,
}) => {
  for (const name of ['Fulmar', 'Gannet']) await desk.make(`${name} ${desk.prefix}`, inReview);
  await desk.make(`Heron ${desk.prefix}`, { status: 'in_review' });
  await desk.open(`?search=${desk.prefix}`);
  await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
  await expect(desk.page.getByText('3 selected')).toBeVisible();
  await desk.page.getByRole('button', { name: 'Actions' }).click();
  await desk.dialog.getByRole('button', { name: 'Declined' }).click();
  await expect(desk.dialog).toContainText('Move 3 applications to Declined');
  await expect(desk.dialog.getByRole('checkbox', { name: 'Email each applicant' })).toBeChecked();
  await expect(desk.dialog).toContainText('1 applicant gets no email');
  await desk.dialog.getByRole('button', { name: 'Decline 3 and email 2' }).click();
  const toast = desk.toast('3 changed');
  await expect(toast).toContainText('2 emails go out in 30 seconds.');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(desk.toast('Undone')).toContainText('3 applications restored, 2 emails stopped.');

  await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
  await desk.page.getByRole('button', { name: 'Actions' }).click();
  await desk.dialog.getByRole('button', { name: 'Add tag…' }).click();
  await desk.dialog.getByRole('combobox', { name: 'Tag' }).fill('late');
  const release = await holdBack(desk.page, '**/rpc/review_change_many');
  await desk.dialog.getByRole('button', { name: 'Add the tag to 3' }).click();
  await desk.page.keyboard.press('Escape');
  await desk.page.getByRole('checkbox', { name: /Heron/ }).uncheck();
  release();
  await expect(desk.toast('3 changed')).toBeVisible();
  await expect(desk.page.getByText('2 selected')).toBeVisible();

  const names = [`Linnet ${desk.prefix} A`, `Linnet ${desk.prefix} B`];
  const ids: string[] = [];
  for (const name of names) ids.push(await desk.make(name, { email_confirmed_at: new Date() }));
  /** Puts off the departure, which would come before a busy machine has shown every screen. */
  const putOff = async (count: number) => {
    const waiting = `from private.messages where state = 'due' and application_id = any ($1)`;
    await expect.poll(() => desk.server.sql(`select ${waiting}`, [ids])).toHaveLength(count);
    await desk.server.sql(
      `update private.messages set due_at = now() + interval '5 minutes' where id in (select id ${waiting})`,
      [ids],
    );
  };
  await desk.goTo(`?screen=triage&search=linnet+${desk.prefix}&sort=name`);
  await expect(desk.page.getByRole('heading', { name: names[0]! })).toBeFocused();
  const line = desk.page.getByRole('region', { name: 'Emails that go out soon' });
  await expect(line).toHaveCount(0);
  await decideAt(desk)('9');
  await expect(line).toContainText(/^1 email goes out in [1-3]?\d s/);
  await putOff(1);
  await decideAt(desk)('9');
  await putOff(2);
  for (const query of ['?view=all', '?screen=settings']) {
    await desk.goTo(query);
    await expect(line).toContainText(/2 emails go out in [2-5] minutes/);
  }
  await goToAccount(desk.page);
  await expect(line).toContainText(/2 emails go out in [2-5] minutes/);
  const before = desk.page.getByRole('button', { name: 'Account menu' });
  await before.focus();
  await line.getByRole('button', { name: 'Stop all' }).focus();
  await desk.page.keyboard.press('Enter');
  await expect(desk.toast(/^2 emails stopped/)).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(before).toBeFocused();
});

test('a decline names its reason in the dialogs of one and of many @release', async ({ desk }) => {
  const { page, dialog } = desk;
  const bodies = (name: string) =>
    desk.server.sql<{ body: string }>(
      `select m.body from private.messages m join public.applications a on a.id = m.application_id
        where a.name = $1 and m.kind = 'review'`,
      [name],
    );
  const confirmed = { email_confirmed_at: new Date() };
  const one = `Fieldfare ${desk.prefix}`;
  await desk.openNew(one, confirmed);
  await desk.openMoves();
  await page.getByRole('menuitemcheckbox', { name: 'With an email…' }).click();
  await page.getByRole('menuitem', { name: 'Declined' }).first().click();
  await dialog.getByLabel('Reason').selectOption({ value: 'places' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
    'All places of the coming months are taken.',
  );
  expect(await findings(page, { within: ['dialog[open]'] })).toEqual([]);
  await dialog.getByRole('button', { name: 'Move to Declined' }).click();
  await expect(desk.toast(`${one} is now Declined`)).toBeVisible();
  expect((await bodies(one))[0]!.body).toContain('All places of the coming months are taken.');

  const other = `Redwing ${desk.prefix}`;
  await desk.make(other, confirmed);
  await desk.goTo(`?search=redwing+${desk.prefix}`);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: 'Actions' }).click();
  await dialog.getByRole('button', { name: 'Declined' }).click();
  await dialog.getByLabel('Reason').selectOption({ value: 'sector' });
  await dialog.getByRole('button', { name: 'Decline 1 and email 1' }).click();
  await expect(desk.toast('1 changed')).toBeVisible();
  expect((await bodies(other))[0]!.body).toContain('We do not build in your sector at present.');
});

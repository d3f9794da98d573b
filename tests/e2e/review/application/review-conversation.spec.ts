import { findings, openApplication } from '../../harness/axe.ts';
import { expect, test } from '../../harness/review-desk.ts';

const ANSWER = 'Hello,\n\nTuesday at ten <b>suits</b> me.\n\nThe sender';

test('a pasted reply, an interview date and a bounce are shown until they are removed', async ({ desk }) => {
  await desk.openNew(`Wigeon ${desk.prefix}`, { status: 'interview' });
  const section = desk.panel.getByRole('region', { name: 'Interview' });
  const day = new Date(Date.now() + 5 * 86_400_000);
  day.setHours(10, 0, 0, 0);
  const shortDay = day.toLocaleDateString('en-GB', { month: 'short', day: 'numeric' });
  const time = new RegExp(`${shortDay}, 10:00`.replaceAll(' ', '\\s'));
  await test.step('a pasted reply', async () => {
    await desk.panel.getByRole('button', { name: 'Paste an answer' }).click();
    const form = desk.panel.getByRole('form', { name: 'Paste an answer that came by email' });
    await expect(form.getByLabel('The answer')).toBeFocused();
    await expect(form.getByLabel('Received at')).toHaveValue(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/);
    await form.getByLabel('The answer').fill('x'.repeat(10_001));
    await expect(form.getByRole('button', { name: 'Save the answer' })).toBeDisabled();
    await form.getByLabel('The answer').fill('Half an answer');
    await desk.page.reload();
    await expect(form.getByLabel('The answer')).toHaveValue('Half an answer');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await desk.panel.getByRole('button', { name: 'Paste an answer' }).click();
    await form.getByLabel('The answer').fill(ANSWER);
    await form.getByLabel('Received at').fill('2026-01-05T08:30');
    expect(await findings(desk.page, { within: ['form'] })).toEqual([]);
    await form.getByRole('button', { name: 'Save the answer' }).click();
    await expect(desk.toast('Answer saved')).toBeVisible();
    await expect(form).toHaveCount(0);
  });

  await test.step('its removal and undo', async () => {
    const line = desk.panel.getByRole('listitem').filter({ hasText: 'answered by email' });
    await expect(line).toContainText(`Wigeon ${desk.prefix} answered by email; `);
    await expect(line).toContainText('5 Jan 2026');
    await expect(line.getByText('Tuesday at ten')).toHaveText(ANSWER, { useInnerText: true });
    await expect(line.locator('b')).toHaveCount(0);
    await line.getByRole('button', { name: 'Remove this answer' }).click();
    await expect(desk.panel).not.toContainText('Tuesday at ten');
    await desk.toast('Answer removed').getByRole('button', { name: 'Undo' }).click();
    await expect(line.getByText('Tuesday at ten')).toHaveText(ANSWER, { useInnerText: true });
  });

  await test.step('an interview date and a bounce', async () => {
    await expect(section).toContainText('No date yet');
    await section.getByRole('button', { name: 'Set the date' }).click();
    const field = section.getByLabel('Date and time of the interview');
    await expect(field).toBeFocused();
    const local = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}T10:00`;
    await field.fill(local);
    expect(await findings(desk.page, { within: openApplication })).toEqual([]);
    await section.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(desk.toast('Interview: ')).toBeVisible();
    await expect(section.getByRole('time')).toHaveText(time);
    await desk.chooseMore('Mark as bounced');
    await expect(desk.toast('Emails to this address are held from now on')).toBeVisible();
    await expect(desk.panel).toContainText('Emails to this address bounced, now. Emails to it are held.');
  });

  await test.step('the list and the board', async () => {
    await desk.goTo(`?search=wigeon+${desk.prefix}`);
    const row = desk.row(`Wigeon ${desk.prefix}`);
    await expect(row).toContainText(time);
    await expect(row).toContainText('Email bounces');
    await desk.goTo(`?screen=board&search=wigeon+${desk.prefix}`);
    const card = desk.page.getByRole('listitem').filter({ hasText: `Wigeon ${desk.prefix}` });
    await expect(card).toContainText(time);
    await expect(card).toContainText('Email bounces');
    expect(await findings(desk.page, { within: ['main'] })).toEqual([]);
    await card.getByRole('link').click();
    await expect(section.getByRole('time')).toHaveText(time);
    await section.getByRole('button', { name: 'Change' }).click();
    await section.getByRole('button', { name: 'Clear' }).click();
    await expect(section).toContainText('No date yet');
  });

  await test.step('a mail to an address that bounced', async () => {
    await desk.chooseMove('Declined');
    await expect(desk.dialog.getByRole('alert').filter({ hasText: 'bounced' })).toHaveText(
      'This address bounced, so an email would not arrive. It is held until the mark is removed.',
    );
    expect(await findings(desk.page)).toEqual([]);
    await desk.dialog.getByRole('button', { name: 'Move to Declined' }).click();
    await expect(desk.toast('is now Declined')).toContainText(
      'The email is held because the address bounced.',
    );
    await expect(section).toHaveCount(0);
    await expect(desk.panel).toContainText('held, because the address bounces');
    await desk.panel.getByRole('button', { name: 'It works again' }).click();
    await expect(desk.toast('The held emails go out now')).toBeVisible();
    await expect(desk.panel).not.toContainText('Emails to this address bounced');
  });
});

test('a long history and a long conversation end with the sentence that there is more', async ({
  desk,
  server,
}) => {
  const id = await desk.openNew(`Whimbrel ${desk.prefix}`);
  const cut = [
    'There are earlier emails, which are not shown.',
    'There are earlier events, which are not shown.',
  ].map((sentence) => desk.panel.getByText(sentence));
  await expect(desk.panel.getByRole('heading', { name: 'History' })).toBeVisible();
  for (const sentence of cut) await expect(sentence).toHaveCount(0);
  await server.sql`insert into public.application_events (application_id, kind)
    select ${id}::uuid, 'bounce_cleared' from generate_series(1, 201)`;
  await server.sql`insert into private.messages (application_id, kind, topic, state)
    select ${id}::uuid, 'applicant', 'new_link', 'sent' from generate_series(1, 201)`;
  await desk.page.reload();
  for (const sentence of cut) await expect(sentence).toBeVisible();
});

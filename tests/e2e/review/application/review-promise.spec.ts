import { findings } from '../../harness/axe.ts';
import { expect, test } from '../../harness/review-desk.ts';
import { decideAt } from '../../harness/review-family.ts';

const inReview = { status: 'in_review', email_confirmed_at: new Date() };

const mailOf = (desk: { server: { sql: Function } }, id: string) =>
  desk.server
    .sql`select state, extract(epoch from due_at - now())::integer as seconds, edit_expires_at is not null as held
      from private.messages where application_id = ${id}` as Promise<
    readonly { state: string; seconds: number; held: boolean }[]
  >;

test('the promise: an edit closed by Cancel or Escape in Read lets the mail leave with its notice again', async ({
  own: desk,
}) => {
  const name = `Avocet ${desk.prefix}`;
  const id = await desk.make(name, inReview);
  await desk.make(`Brant ${desk.prefix}`, inReview);
  await desk.open(`?screen=triage&search=${desk.prefix}&sort=name`);
  await expect(desk.page.getByRole('heading', { name })).toBeFocused();
  await decideAt(desk)('9');
  const moved = desk.toast(`${name} is now Declined`);
  await expect(desk.page.getByRole('link', { name: /to notify$/ })).toBeVisible();
  const line = desk.page.getByRole('region', { name: 'Emails that go out soon' });
  for (const close of ['Cancel', 'Escape'])
    await test.step(close, async () => {
      await moved.getByRole('button', { name: 'Edit email' }).click();
      await expect(desk.dialog).toContainText('If you cancel, it goes out unchanged at its time.');
      await expect(line).toHaveCount(0);
      await expect.poll(() => mailOf(desk, id)).toMatchObject([{ state: 'due', held: true }]);
      if (close === 'Escape') await desk.page.keyboard.press('Escape');
      else await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(moved).toContainText('The email goes out in 30 seconds.');
      for (const label of ['Undo', 'Edit email', 'Without email'])
        await expect(moved.getByRole('button', { name: label })).toBeVisible();
      await expect(line).toContainText(/^1 email goes out in [12]?\d|30 s/);
      const [mail] = await mailOf(desk, id);
      expect(mail).toMatchObject({ state: 'due', held: false });
      expect(mail!.seconds).toBeGreaterThan(0);
    });
});

// On a phone the bar has two lines, and a person's actions are below the name.
test(
  'the promise: every screen counts who still needs to hear from us, and a list tells them',
  { tag: '@phone' },
  async ({ desk }) => {
    const names = ['Dunlin', 'Eider', 'Fulmar'].map((bird) => `${bird} ${desk.prefix}`);
    const declined = { ...inReview, status: 'declined', first_status: 'declined' };
    for (const [place, name] of names.entries())
      await desk.make(name, { ...declined, status_changed_at: new Date(Date.UTC(2020, 0, 1 + place)) });
    const notified = await desk.make(`Godwit ${desk.prefix}`, { ...declined, notified_at: new Date() });
    await desk.open('?view=all');
    const link = desk.page.getByRole('link', { name: /^\d+ to notify$/ });
    for (const query of [
      '?view=all',
      '?screen=board',
      '?screen=triage',
      '?screen=numbers',
      '?screen=settings',
    ]) {
      await desk.goTo(query);
      await expect(link).toBeVisible();
    }
    await link.click();
    await expect(
      desk.page.getByRole('heading', { name: 'People who still need to hear from us' }),
    ).toBeVisible();
    const people = desk.page.getByRole('listitem').filter({ hasText: desk.prefix });
    await expect(people).toHaveCount(3);
    expect(await findings(desk.page)).toEqual([]);

    const [dunlin, eider] = [people.filter({ hasText: names[0]! }), people.filter({ hasText: names[1]! })];
    await dunlin!.getByRole('button', { name: 'Mark as notified' }).focus();
    await desk.page.keyboard.press('Enter');
    const marked = desk.toast(`${names[0]!} is marked as notified`);
    await expect(dunlin!).toHaveCount(0);
    await expect(desk.page.getByRole('listitem').locator(':focus')).toHaveCount(1);
    await marked.getByRole('button', { name: 'Undo' }).click();
    await expect(dunlin!).toBeVisible();

    await eider!.getByRole('button', { name: 'Send the email' }).click();
    const queued = desk.toast(`Email to ${names[1]!}`);
    await expect(queued).toContainText('The email goes out in 30 seconds.');
    await expect(eider!).toContainText('The email goes out in a moment.');
    await queued.getByRole('button', { name: 'Undo' }).click();
    await expect(eider!.getByRole('button', { name: 'Send the email' })).toBeVisible();
    await desk.server.sql('update public.applications set notified_at = now() where status_changed_at < $1', [
      new Date(),
    ]);
    await desk.goTo(`?open=${notified}`);
    await expect(desk.panel).toContainText(/Notified (now|\d+ seconds ago|1 minute ago)/);
  },
);

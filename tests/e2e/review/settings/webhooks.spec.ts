import { startHooks, type Hooks } from '../../../harness/webhooks/hooks.ts';
import { findings, findingsInBothSchemes } from '../../harness/axe.ts';
import { type Desk, expect, test as base } from '../../harness/review-desk.ts';

/** A server that may reach test webhooks. */
const test = base.extend<object, { hooks: Hooks }>({
  hooks: [
    async ({}, use) => {
      const hooks = await startHooks();
      await use(hooks);
      await hooks.stop();
    },
    { scope: 'worker' },
  ],
  env: [({ hooks }, use) => use(hooks.env), { scope: 'worker' }],
});

/** Checks at several widths that a notice covers nothing of the dialog that it is in. Focus keeps the notice. */
async function expectClear(desk: Desk, title: string): Promise<void> {
  const { page } = desk;
  const before = page.viewportSize()!;
  const notice = desk.toast(title);
  await notice.getByRole('button', { name: 'Dismiss' }).focus();
  for (const width of [1280, 1350, 1440, 1480, 1920]) {
    await page.setViewportSize({ ...before, width });
    const covered = () =>
      notice.evaluate((element) => {
        const [one, other] = [element, element.closest('dialog')!].map((each) =>
          each.getBoundingClientRect(),
        );
        return one!.left < other!.right && one!.top < other!.bottom && one!.bottom > other!.top;
      });
    await expect.poll(covered, `at ${width}`).toBe(false);
  }
  await page.setViewportSize(before);
}

test('an owner adds, tests, pauses and removes a webhook and replaces its secret', async ({
  desk,
  hooks,
}) => {
  await desk.open('?screen=settings&section=webhooks');
  const { page, dialog } = desk;
  const path = `/${desk.prefix}`;
  const url = hooks.url + path;
  hooks.answer(path, 200, 410);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('checkbox', { name: 'Erased' }).uncheck();
  await page.getByRole('button', { name: 'Add address' }).click();
  const secret = dialog.getByRole('textbox', { name: 'Secret' });
  await expect(secret).toHaveValue(/^whsec_/);
  // Shown this once: Escape does not take it away unread.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(desk.toast('Copied')).toBeVisible();
  const former = await secret.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(former);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done, I saved it' }).click();

  const item = page.getByRole('article', { name: url });
  await test.step('a test, its log and what the row says', async () => {
    await expect(item).toContainText('Webhook · Received, Confirmed, Moved, Withdrawn');
    await item.getByRole('button', { name: 'Send a test' }).click();
    await expect(desk.toast('The test arrived')).toContainText('The address answered 200.');
    await expect(item).toContainText(/Last: arrived \(200\), now|Last: arrived \(200\), \d+ seconds? ago/);
    await item.getByRole('button', { name: 'Log' }).click();
    await expect(dialog.getByRole('row', { name: /^Test / })).toContainText('Arrived (200)');
    expect(hooks.received(path)).toHaveLength(1);
    await dialog.getByRole('button', { name: /^Send again: Test/ }).click();
    await expectClear(desk, 'It is on its way again');
    await expect(dialog.getByRole('row', { name: /^Test / })).toContainText('It answered 410.');
    expect(hooks.received(path)).toHaveLength(2);
    expect(await findingsInBothSchemes(page)).toEqual([]);
    await page.reload();
    await expect(item).toContainText('the address answered that it is gone for good (410)');
    await item.getByRole('button', { name: 'Switch on' }).click();
    await expect(item).not.toContainText('gone for good');
    await desk.server.sql(
      `update private.webhooks set failing_since = now() - interval '2 hours' where url = $1`,
      [url],
    );
    await page.reload();
    await expect(item).toContainText('None has arrived since then: 2 hours ago');
    expect(await findings(page, { within: ['main'] })).toEqual([]);
  });

  await test.step('an edit, and a pause that keeps the change of another owner', async () => {
    await item.getByRole('button', { name: 'Edit' }).click();
    for (const event of ['Received', 'Confirmed', 'Moved', 'Withdrawn'])
      await dialog.getByRole('checkbox', { name: event }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Erased' }).check();
    await dialog.getByRole('checkbox', { name: 'Include name, email and profile' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(item).toContainText('Webhook · Erased · with name, email and profile');
    // Another owner changes it in the meantime: a pause leaves that as it is.
    await desk.server.sql('update private.webhooks set includes_person = false where url = $1', [url]);
    await item.getByRole('button', { name: 'Pause' }).click();
    await expect(item).toContainText('Paused. Events during the pause are not sent later.');
    await expect(item).not.toContainText('with name');
    await item.getByRole('button', { name: 'Switch on' }).click();
    await expect(item).not.toContainText('Paused');
  });

  await test.step('a new secret, and the removal', async () => {
    await item.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByRole('button', { name: 'Make a new secret' }).click();
    await expect(secret).toHaveValue(/^whsec_/);
    expect(await secret.inputValue()).not.toBe(former);
    await dialog.getByRole('button', { name: 'Done, I saved it' }).click();
    await expect(item).toContainText('The previous secret is also valid. It ends in 23 hours');
    await item.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(item).toHaveCount(0);
  });

  await test.step('the keyboard, and addresses that are refused', async () => {
    await page.getByRole('combobox', { name: 'Kind' }).focus();
    for (const name of ['Address', 'Received', 'Confirmed', 'Moved', 'Withdrawn', 'Erased']) {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(name, { exact: true })).toBeFocused();
    }
    const field = page.getByRole('textbox', { name: 'Address' });
    const refuse = async (typed: string, mistake: string) => {
      await field.fill(typed);
      await page.getByRole('button', { name: 'Add address' }).click();
      await expect(field).toHaveAccessibleDescription(new RegExp(mistake));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(typed);
    };
    await refuse('http://hooks.example/a', 'begins with https');
    await refuse('https://127.0.0.1/x', 'does not lead to the open Internet');
    await refuse('https://nothing.invalid/x', 'leads nowhere');
    await refuse('https://hooks.example:8443/a', 'no other port than 443');
    expect(await findingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Slack');
    await expect(field).toHaveAccessibleDescription(/post in your channel/);
  });
});

test('a test that does not arrive is reported with its reason @release', async ({ desk, hooks }) => {
  const path = `/${desk.prefix}`;
  const url = hooks.url + path;
  hooks.answer(path, 503);
  const inside = 'https://127.0.0.1/' + desk.prefix;
  for (const address of [url, inside])
    await desk.server.sql(
      `insert into private.webhooks (kind, url, events, includes_person)
       values ('slack', $1, array['application.received'], false)`,
      [address],
    );
  await desk.open('?screen=settings&section=webhooks');
  const test = (address: string) =>
    desk.page.getByRole('article', { name: address }).getByRole('button', { name: 'Send a test' }).click();
  await test(url);
  await expect(desk.toast('The test did not arrive')).toContainText('It answered 503.');
  await expect(desk.page.getByRole('article', { name: url })).toContainText(
    /Last: failed, .*\. It answered 503\./,
  );
  await test(inside);
  await expect(desk.page.getByRole('article', { name: inside })).toContainText(
    /Last: refused, .*\. The address does not lead to the open Internet\./,
  );
  expect(await findingsInBothSchemes(desk.page)).toEqual([]);
});

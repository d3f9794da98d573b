import { findings } from '../harness/axe.ts';
import { Login } from '../harness/login.ts';
import { expect } from '../harness/product.ts';
import { test, factors, openAccount, addKey, addApp } from '../harness/second-factors.ts';
import { plugInKey } from '../harness/security-key.ts';

test('a key is not added by cancelling, twice, or without a name, and removing the second factor of this session requires a remaining one', async ({
  page,
  server,
  me,
}) => {
  const key = await plugInKey(page);
  await openAccount(page, me);
  await key.touch(false);
  await factors(page).getByRole('button', { name: 'Add a security key' }).click();
  await factors(page).getByRole('button', { name: 'Add this key' }).click();
  await expect(factors(page).getByText('Waiting for your key…')).toBeVisible();
  await factors(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(factors(page).getByRole('button', { name: 'Add a security key' })).toBeVisible();
  const stored = () =>
    server.sql(
      'select 1 from auth.mfa_factors where user_id = (select id from auth.users where email = $1)',
      [me.email],
    );
  await expect.poll(stored).toEqual([]);

  await key.touch(true);
  await addKey(page);
  await factors(page).getByRole('button', { name: 'Add a security key' }).click();
  const name = factors(page).getByLabel('Name to know it by');
  await expect(name).toHaveValue('Security key 2');
  await name.fill(' ');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Please give it a name.');
  await name.fill('Security key');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/has this name/);
  expect(await findings(page)).toEqual([]);
  await name.fill('Once more');
  await page.keyboard.press('Enter');
  await expect(new Login(page).toast('Not done')).toContainText('already on your account');
  await page.clock.install();
  await page.reload();
  await expect(factors(page).getByRole('listitem')).toHaveCount(1);

  await addApp(page);
  const app = factors(page).getByRole('listitem').filter({ hasText: 'Authenticator app' });
  await app.getByRole('button', { name: 'Remove' }).click();
  await app.getByRole('button', { name: 'Really remove?' }).click();
  await expect(new Login(page).toast('Removed')).toBeVisible();
  // The page follows its session from two seconds after it was opened, and looks at it each half a minute.
  await page.clock.fastForward(30_000);
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(factors(page).getByRole('listitem')).toHaveCount(1);
});

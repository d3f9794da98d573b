import { Join } from '../harness/join.ts';
import { expect, test } from '../harness/product.ts';

test('text survives a reload until it has been sent, even if it was typed before the dialog’s script', async ({
  page,
  prefix,
}) => {
  const join = new Join(page);
  // Asked for and never answered.
  await page.route('**/hydrate-join*', () => {});
  await join.open();
  await join.fill(prefix);
  await join.dialog.getByRole('checkbox').nth(1).uncheck();
  await expect(page.locator('[data-deferred]').filter({ has: join.dialog })).toHaveCount(1);
  await page.goto('/case-study');
  await page.unroute('**/hydrate-join*');
  await join.open();
  await expect(join.field('Full name')).toHaveValue('Sample Builder');
  await expect(join.field('Email')).toHaveValue(`${prefix}@example.org`);
  await expect(join.dialog.getByRole('checkbox').nth(0)).toBeChecked();
  await expect(join.dialog.getByRole('checkbox').nth(1)).not.toBeChecked();
  await join.dialog.getByRole('checkbox').nth(1).check();
  await expect(join.submit).toBeEnabled();
  await page.reload();
  await join.open();
  await expect(join.submit).toBeEnabled();
  await expect(join.field('Sector(s)')).toHaveValue('Logistics');
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  await page.reload();
  await join.open();
  await expect(page.locator('[data-deferred=join]')).toHaveCount(0);
  await expect(join.field('Full name')).toHaveValue('');
});

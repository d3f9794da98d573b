import { Join } from './join.ts';
import { expect, test } from './product.ts';

test('what was typed survives a reload of the tab, until it has been sent', async ({ page, anyone }) => {
  const join = new Join(page);
  await join.open();
  await join.fill(anyone);
  await expect(join.submit).toBeEnabled();
  await page.reload();
  await join.open();
  await expect(join.submit).toBeEnabled();
  await expect(join.field('Full name')).toHaveValue('Sample Builder');
  await expect(join.field('Sector(s)')).toHaveValue('Logistics');
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  await page.reload();
  await join.open();
  await expect(page.locator('[data-asleep=join]')).toHaveCount(0);
  await expect(join.field('Full name')).toHaveValue('');
});

import { holdBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';

test('a number that is typed while the terms are saved stays, and is saved next', async ({ desk, page }) => {
  await desk.open('?screen=settings&section=terms');
  const field = page.getByLabel('Days until an answer', { exact: true });
  const release = await holdBack(page, '**/rpc/review_terms_save');
  const asked = page.waitForRequest('**/rpc/review_terms_save');
  await field.fill('12');
  await field.press('Enter');
  await asked;
  await field.fill('13');
  release();
  await expect(desk.toast('Terms saved')).toBeVisible();
  await expect(field).toHaveValue('13');
  await field.press('Enter');
  await expect(page.getByText('Days until an answer: 12 → 13')).toBeVisible();
  await desk.server.sql('update public.lab_terms set answer_days = 10');
});

test('an address that is typed while an invitation is sent stays', async ({ desk, page }) => {
  await desk.open('?screen=settings&section=people');
  const email = page.getByLabel('Email', { exact: true });
  const release = await holdBack(page, '**/functions/v1/invite-admin');
  const asked = page.waitForRequest('**/functions/v1/invite-admin');
  await email.fill(`first-${desk.prefix}@example.org`);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await asked;
  await email.fill(`second-${desk.prefix}@example.org`);
  release();
  await expect(desk.toast(`Invitation sent to first-${desk.prefix}@example.org`)).toBeVisible();
  await expect(email).toHaveValue(`second-${desk.prefix}@example.org`);
});

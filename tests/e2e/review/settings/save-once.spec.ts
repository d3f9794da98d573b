import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';

// Each form saves with `useSave` (`npm run check -- saves`), whose unit tests hold back an answer.
test('a double click or Enter in the terms on a slow connection sends one request and reports no conflict', async ({
  desk,
  page,
  server,
}) => {
  await desk.open('?screen=settings&section=terms');
  const field = page.getByLabel('Days until an answer', { exact: true });
  const button = page.locator('form', { has: field }).locator('button[type=submit]');
  const presses = [
    () => button.dblclick(),
    async () => {
      await field.press('Enter');
      await field.press('Enter');
    },
  ];
  for (const [place, press] of presses.entries()) {
    const { asked, sent, release } = await holdBack(page, 'rpc/review_terms_save');
    await field.fill(String(11 + place));
    await press();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    release();
    const saved = desk.toast(/saved/i);
    await expect(saved).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-disabled');
    await expect.poll(() => sent).toEqual([200]);
    expect(asked).toHaveLength(1);
    await expect(page.getByText(/Someone (else|was)/)).toHaveCount(0);
    await saved.getByRole('button', { name: 'Dismiss' }).click();
    await page.unrouteAll();
  }
  // The other files of this worker expect the settings as a start leaves them.
  await server.sql('update public.lab_terms set answer_days = 10');
});

test('a number that is typed while the terms are saved stays, and is saved next', async ({
  desk,
  page,
  server,
}) => {
  await desk.open('?screen=settings&section=terms');
  const field = page.getByLabel('Days until an answer', { exact: true });
  const { asked, release } = await holdBack(page, 'rpc/review_terms_save');
  await field.fill('12');
  await field.press('Enter');
  await expect.poll(() => asked.length).toBe(1);
  await field.fill('13');
  release();
  await expect(desk.toast('Terms saved')).toBeVisible();
  await expect(field).toHaveValue('13');
  await field.press('Enter');
  await expect(page.getByText('Days until an answer: 12 → 13')).toBeVisible();
  await server.sql('update public.lab_terms set answer_days = 10');
});

test('an address that is typed while an invitation is sent stays', async ({ desk, page, prefix }) => {
  await desk.open('?screen=settings&section=people');
  const email = page.getByLabel('Email', { exact: true });
  const { asked, release } = await holdBack(page, 'functions/v1/invite-admin');
  await email.fill(`first-${prefix}@example.org`);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect.poll(() => asked.length).toBe(1);
  await email.fill(`second-${prefix}@example.org`);
  release();
  await expect(desk.toast(`Invitation sent to first-${prefix}@example.org`)).toBeVisible();
  await expect(email).toHaveValue(`second-${prefix}@example.org`);
});

/** Answers requests to one function only after `release` is called, and counts them. */
async function holdBack(page: Page, name: string) {
  const sent: number[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/${name}`, async (route) => {
    await released;
    const response = await route.fetch();
    sent.push(response.status());
    await route.fulfill({ response });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/${name}`)) asked.push(request.url());
  });
  return { asked, sent, release };
}

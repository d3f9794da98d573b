import type { Page } from '@playwright/test';
import { applied, visitor } from '../harness/applicant.ts';
import { findingsInBothSchemes } from './harness/axe.ts';
import { holdBack } from './harness/hold-back.ts';
import { confirmationLink } from './harness/account/mailed-link.ts';
import { expect, test } from './harness/product.ts';

const NEXT_STEP = '**/rest/v1/rpc/request_new_link';
const PROCEDURE = '**/rest/v1/rpc/confirm_email';
const LINK = '/confirm-email?application_id=00000000-0000-4000-8000-000000000000';

const answer = (page: Page, response: { status: number; json?: unknown } | null) =>
  page.route(PROCEDURE, (route) => (response ? route.fulfill(response) : route.abort()));

test('the confirm page asks with the id and shows each refusal with a way to try again (contract P4.3, P7.3, P8.5, P8.6)', async ({
  page,
}) => {
  await page.goto('/confirm-email');
  await expect(page.getByText('Invalid confirmation link - missing application ID.')).toBeVisible();
  await answer(page, { status: 200, json: { success: true, message: 'x' } });
  const release = await holdBack(page, PROCEDURE);
  const asking = page.waitForRequest(PROCEDURE);
  await page.goto(LINK);
  await expect(page.getByText('Confirming your email…')).toBeVisible();
  expect((await asking).postDataJSON()).toEqual({ application_id: '00000000-0000-4000-8000-000000000000' });
  release();
  await expect(
    page.getByText('Your email has been confirmed successfully! Thank you for applying to Solostead.'),
  ).toBeVisible();
  await expect(page.getByText("We'll review your application and get back to you soon.")).toBeVisible();
  await expect(page.getByText('A founder answers within 10 days, with a call or a no.')).toBeVisible();
  await expect(page).toHaveURL('/confirm-email');
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.evaluate(() =>
    history.replaceState({ application_id: { answer: { kind: 'confirmed' }, secret: null } }, ''),
  );
  await page.reload();
  await expect(page.getByText('Your email has been confirmed successfully!')).toBeVisible();
  await expect(page.getByText("We'll review your application and get back to you soon.")).toBeVisible();
  await answer(page, { status: 200, json: { success: true, message: 'x', has_evidence: true } });
  await page.goto(LINK);
  await expect(page.getByText('You have already shown us something, and your page has it.')).toBeVisible();
  await answer(page, { status: 200, json: { success: true, message: 'x', waiting: false } });
  await page.goto(LINK);
  await expect(page.getByText('Your page shows where your application stands.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email me the next step' })).toBeVisible();
  await expect(page.getByText("We'll review your application")).toBeHidden();
  await expect(page.getByText('show us one thing')).toBeHidden();
  await page.unroute(PROCEDURE);

  await page.goto(LINK);
  await expect(page.getByRole('heading', { name: 'Confirmation failed' })).toBeVisible();
  await expect(
    page.getByText('This confirmation link is not valid. Please use the link in our latest email.'),
  ).toBeVisible();
  const refusal = 'Too many applications came from your network. Please try again in 5 minutes.';
  await page.route(NEXT_STEP, (route) => route.fulfill({ status: 429, json: { message: refusal } }));
  await page.getByLabel('Your email').fill('sample@example.org');
  await page.getByRole('button', { name: 'Email me the next step' }).click();
  await expect(page.getByRole('status')).toHaveText(refusal);
  await answer(page, null);
  await page.goto(LINK);
  await expect(
    page.getByText('An unexpected error occurred. Please try again.', { exact: true }),
  ).toBeVisible();
  await answer(page, { status: 200, json: { success: true, message: 'x' } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your email has been confirmed successfully!')).toBeVisible();
});

// The fields take the page's width on phones.
test('the confirm page leads on to one shipped thing @phone @release', async ({ page, server }) => {
  const { email } = await applied(server);
  await visitor(server).askForMail(email);
  await page.goto(await confirmationLink(server, email));
  await expect(page.getByRole('heading', { name: 'Next: show us one thing you shipped' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Show it to the reviewers' });
  await send.click();
  await expect(page.getByLabel('Link to it')).toBeFocused();
  await page.getByLabel('Link to it').fill('\u202aone.example/thing');
  await page.getByLabel('What it does').fill('I built it. People use it.');
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await send.click();
  await expect(page.getByText('Saved. Our reviewers see it first.')).toBeVisible();
  const stored = () =>
    server.value`select e.link || ' ' || e.words from public.application_evidence e
      join public.applications a on a.id = e.application_id where a.email = ${email}`;
  expect(await stored()).toBe('https://one.example/thing I built it. People use it.');
});

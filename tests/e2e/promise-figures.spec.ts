import { holdBack } from './harness/hold-back.ts';
import { Join } from './harness/join.ts';
import { expect, test } from './harness/review-desk.ts';

const SENTENCE =
  'In the last 90 days we answered 97% of applications in time. Half of our answers came within 1.5 days. Counted on 23 November 2026.';

test.afterEach(async ({ server }) => {
  await server.sql('update public.lab_terms set publishes_figures = false where publishes_figures');
  await server.sql('update private.promise_figures set people_due = 0, people_answered = 0');
});

test('an owner shows how the promise was kept in the join dialog and the agreement, which ask for it when they open', async ({
  desk,
  page,
  server,
}) => {
  await server.sql(`update private.promise_figures set counted_on = '2026-11-23', people_due = 132,
    people_answered = 130, percent_in_time = 97, median_days = 1.5`);
  const join = new Join(page);
  const requests: string[] = [];
  page.on('request', (request) => request.url().endsWith('/promise_figures') && requests.push(request.url()));
  const answer = () => page.waitForResponse('**/rpc/promise_figures');

  await test.step('neither shows them before', async () => {
    await page.goto('/');
    const answered = answer();
    expect(requests).toEqual([]);
    await join.press();
    expect(await (await answered).json()).toEqual({});
    await expect(join.dialog.getByText('in time')).toHaveCount(0);
  });

  await test.step('the owner sees them and switches them on', async () => {
    await desk.open('?screen=settings&section=terms');
    const shown = page.getByLabel('Show on the site how often answers were in time');
    await expect(shown).toHaveAccessibleDescription(
      'Counted once a week, last on 23 November 2026: 97% of 132 people in time, half of the answers within 1.5 days.',
    );
    await shown.check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Figures on the site: hidden → shown')).toBeVisible();
  });

  await test.step('both show them', async () => {
    await page.goto('/');
    const release = await holdBack(page, '**/rpc/promise_figures');
    await join.press();
    const places = () =>
      join.dialog
        .locator('input, button')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    await expect(join.submit).toBeVisible();
    const before = await places();
    release();
    await expect(join.dialog.getByText(SENTENCE)).toBeVisible();
    expect(await places()).toEqual(before);

    await page.unroute('**/rpc/promise_figures');
    await page.route('**/rpc/promise_figures', (route) => route.abort());
    await page.keyboard.press('Escape');
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/promise_figures'),
    );
    await join.press();
    await failed;
    await expect(join.dialog.getByText(SENTENCE)).toBeVisible();
    await page.unroute('**/rpc/promise_figures');
  });

  await test.step('an answer that is later than the next one changes nothing', async () => {
    const url = '**/rpc/promise_figures';
    await page.goto('/');
    let isFirst = true;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(url, async (route) => {
      if (!isFirst) return route.fallback();
      isFirst = false;
      await released;
      return route.fulfill({ json: {} });
    });
    const requested = page.waitForRequest(url);
    await join.press();
    const early = await requested;
    await page.keyboard.press('Escape');
    await join.press();
    await expect(join.dialog.getByText(SENTENCE)).toBeVisible();
    release();
    await (await early.response())?.finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(join.dialog.getByText(SENTENCE)).toBeVisible();
    await page.unroute(url);
    await page.goto('/agreement');
    await expect(page.getByRole('main').getByText(SENTENCE)).toBeVisible();
  });
});

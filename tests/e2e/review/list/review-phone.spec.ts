import type { Page } from '@playwright/test';
import { expect, seedOnce, test } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

/** Returns controls of the list that are smaller than a thumb needs. */
const smallControls = (page: Page) =>
  page
    .locator('header a, header button, main a, main button, main select, main label')
    .evaluateAll((controls) =>
      controls
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => {
          const { width, height } = (element.closest('td, th') ?? element).getBoundingClientRect();
          return { name: element.textContent || element.getAttribute('aria-label'), width, height };
        })
        .filter(({ width, height }) => width > 0 && (Math.round(width) < 44 || Math.round(height) < 44)),
    );

// The bar is laid out otherwise below 768 px.
test('on a phone the list begins within 150 px, and all filters, views and screens can be reached @phone-alone', async ({
  desk,
}) => {
  await desk.open('?view=all');
  await test.step('the beginning of the list, and its actions', async () => {
    const head = desk.page.getByRole('columnheader', { name: 'Applicant' });
    await head.waitFor();
    await expect.poll(async () => (await head.boundingBox())!.y).toBeLessThanOrEqual(150);
    for (const pressed of [
      desk.page.getByRole('button', { name: 'All More views' }),
      desk.page.getByRole('link', { name: /^Read/ }),
      desk.page.getByRole('button', { name: 'Search' }),
      desk.page.getByRole('button', { name: 'View', exact: true }),
      desk.page.getByRole('button', { name: 'Account menu' }),
      desk.page.getByRole('button', { name: 'Add filter' }),
      desk.page.getByRole('button', { name: 'Sign out' }),
    ])
      await expect(pressed).toBeInViewport({ ratio: 1 });
    await desk.page.getByRole('row').nth(1).getByRole('checkbox').check();
    await desk.page.getByRole('row').nth(2).getByRole('checkbox').check();
    await expect.poll(() => smallControls(desk.page)).toEqual([]);
    await expect(desk.page.getByText('2 selected')).toBeVisible();
    await desk.page.getByRole('button', { name: 'Actions' }).click();
    const sheet = desk.page.getByRole('dialog', { name: 'Actions for 2 selected' });
    await expect(async () => {
      const { x, y, width, height } = (await sheet.boundingBox())!;
      expect([x, width, y + height]).toEqual([0, 390, 844]);
    }).toPass();
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await test.step('filters', async () => {
    await desk.page.setViewportSize({ width: 360, height: 740 });
    await desk.goTo('?status=submitted,in_review&confirmed=yes&assignee=none&due=waiting&search=a');
    for (const name of ['Status', 'Email', 'Assignee', 'Answer due', 'Text'])
      await expect(desk.page.getByRole('button', { name: `Remove filter: ${name}` })).toBeInViewport({
        ratio: 1,
      });
    await expect(desk.page.getByRole('button', { name: 'Add filter' })).toBeInViewport({ ratio: 1 });
    const total = desk.page.getByRole('status').filter({ hasText: /^[\d,]+ applications?$/ });
    for (const query of ['?view=all', '?status=submitted,in_review&confirmed=yes&view=all']) {
      await desk.goTo(query);
      await expect(total).toBeInViewport({ ratio: 1 });
    }
  });

  await test.step('the menu of the account', async () => {
    const menu = desk.page.getByRole('button', { name: 'Account menu' });
    for (const [name, address] of [
      ['Numbers', /screen=numbers/],
      ['Settings', /screen=settings/],
      ['Your account', /view=account/],
    ] as const) {
      await desk.goTo('?view=all');
      await menu.tap();
      await desk.page.getByRole('link', { name }).tap();
      await expect(desk.page).toHaveURL(address);
      await expect(desk.page.locator(':popover-open')).toHaveCount(0);
    }
  });
  await test.step('views, and columns of the board', async () => {
    await desk.goTo('?view=all');
    const views = desk.page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'More views' }).tap();
    await desk.page.getByRole('link', { name: /^Mine/ }).tap();
    await expect(views.getByRole('button', { name: 'Mine More views' })).toBeVisible();
    await desk.make(`Tab ${desk.prefix}`, { status: 'withdrawn' });
    await desk.goTo(`?screen=board&search=tab+${desk.prefix}`);
    await desk.page
      .getByRole('navigation', { name: 'Columns' })
      .getByRole('button', { name: 'Withdrawn' })
      .click();
    await expect(desk.link(`Tab ${desk.prefix}`)).toBeInViewport();
  });
});

// On a phone the sentence is longer than its line.
test('losing the connection moves nothing, in the list and while reading @phone', async ({ desk }) => {
  await desk.open('?view=all');
  const row = desk.page.locator('tbody tr').first();
  await row.waitFor();
  const before = await row.boundingBox();
  await desk.page.context().setOffline(true);
  await expect(desk.page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
  await expect.poll(() => row.boundingBox()).toEqual(before);
  const notice = await desk.page.getByText('No connection').boundingBox();
  expect(notice!.y, 'below the first row').toBeGreaterThan(before!.y + before!.height);
  expect(notice!.y + notice!.height).toBeLessThanOrEqual(desk.page.viewportSize()!.height);
  await desk.page.context().setOffline(false);
  await expect(desk.page.getByRole('status').filter({ hasText: 'No connection' })).toHaveCount(0);
  await expect.poll(() => row.boundingBox()).toEqual(before);
  await desk.make(`Sanderling ${desk.prefix}`);
  await desk.goTo(`?screen=triage&search=sanderling+${desk.prefix}`);
  const article = desk.page.getByRole('article');
  await article.getByRole('heading', { name: `Sanderling ${desk.prefix}` }).waitFor();
  await article.getByRole('textbox', { name: 'New note' }).waitFor();
  // The line about evidence comes with a separate answer.
  await article.getByText('Nothing shown yet').waitFor();
  const next = article.locator('header + *');
  const place = await next.boundingBox();
  await desk.page.context().setOffline(true);
  const line = article.locator('[data-offline]');
  await expect(line).toBeVisible();
  const { y, height } = (await line.boundingBox())!;
  await expect.poll(() => next.boundingBox()).toEqual(place);
  expect(y + height).toBeLessThanOrEqual(place!.y);
  expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await desk.page.context().setOffline(false);
});

import { type Desk, expect, test } from '../../harness/review-desk.ts';

const tags = Array.from({ length: 20 }, (_, place) => `tag number ${place + 1}`);

/** Presses the end of a cell, next to its text. */
async function pressCell({ page }: Desk, name: string, column: string) {
  const cell = page.getByRole('row').filter({ hasText: name }).locator(`[data-column="${column}"]`);
  const box = (await cell.boundingBox())!;
  await page.mouse.click(box.x + box.width - 4, box.y + box.height / 2);
}

test('a press anywhere on a row or card opens it, except on its controls and on selected text', async ({
  desk,
}) => {
  const { page } = desk;
  const [one, two] = [`Wren ${desk.prefix} one`, `Wren ${desk.prefix} two`];
  for (const name of [one, two]) await desk.make(name, { sectors: 'A sector of many words' });
  const query = `?search=wren+${desk.prefix}&sort=name`;
  for (const column of ['sectors', 'created', 'status', 'rating', 'name']) {
    await desk.open(query);
    await desk.row(one).waitFor();
    await pressCell(desk, one, column);
    await expect(desk.panel.getByRole('heading', { name: one })).toBeFocused();
    await pressCell(desk, two, 'status');
    await expect(desk.panel.getByRole('heading', { name: two })).toBeFocused();
  }

  await desk.goTo(query);
  const sectors = (await desk.row(one).locator('[data-column="sectors"]').boundingBox())!;
  const y = sectors.y + sectors.height / 2;
  await page.mouse.move(sectors.x + 10, y);
  await page.mouse.down();
  await page.mouse.move(sectors.x + 80, y, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('sector');
  await desk.row(one).getByRole('checkbox').check();
  await desk
    .row(one)
    .getByRole('button', { name: /^Move / })
    .click();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/open=/);

  const opened = page.context().waitForEvent('page');
  await page.keyboard.down('Control');
  await pressCell(desk, two, 'status');
  await page.keyboard.up('Control');
  await expect(await opened).toHaveURL(/open=/);
  await expect(page).not.toHaveURL(/open=/);

  await desk.goTo(`${query}&screen=board`);
  await page
    .getByRole('listitem')
    .filter({ hasText: two })
    .click({ position: { x: 4, y: 4 } });
  await expect(desk.panel.getByRole('heading', { name: two })).toBeFocused();
});

test('twenty tags are shown as two and “+18”, and thirty views are listed in order @release', async ({
  own: desk,
  server,
  me,
}) => {
  const { page } = desk;
  const name = `Dunlin ${desk.prefix}`;
  await desk.make(name, { tags });
  await server.sql(
    `insert into public.saved_views (owner, name, view) select u.id, 'View ' || n, '{"status": "interview"}'
       from auth.users u, generate_series(1, 30) n where u.email = $1`,
    [me.email],
  );
  await desk.open(`?search=${desk.prefix}`);
  const few = desk.row(name).locator('.few-tags');
  await expect(few).toHaveText('tag number 1tag number 2+18 more tags20 tags');
  const isCut = (part: Element) => {
    const box = part.getBoundingClientRect();
    const over = part.closest('td, li')!.getBoundingClientRect();
    return box.right > over.right || box.bottom > over.bottom || box.width === 0;
  };
  await expect.poll(() => few.getByText('+18').evaluate(isCut)).toBe(false);

  await page.getByRole('button', { name: /More views$/ }).click();
  const menu = page.getByRole('dialog', { name: 'More views' });
  // The saved views may come after the menu.
  await expect(menu.getByRole('link').last()).toHaveText('View 30');
  const labels = await menu.getByRole('link').allInnerTexts();
  const numbers = labels.map((label) => Number(label.replace('View ', '')));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers).toContain(10);
  await menu.getByRole('searchbox', { name: 'Search views' }).fill('view 2');
  await expect(menu.getByRole('link').last()).toHaveText('View 29');
  await menu.getByRole('searchbox').fill('view 27');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=interview/);

  await desk.goTo(`?search=${desk.prefix}&screen=board`);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card.locator('.few-tags')).toHaveText('tag number 1tag number 2+18 more tags20 tags');
  for (const width of [1350, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => card.locator('.few-tags').evaluate(isCut), `at ${width} px`).toBe(false);
  }
});

// A phone has no room for a long name at the size of a short one.
test('a name of 200 letters takes three lines of Read and of the panel, and no screen scrolls sideways @phone @release', async ({
  desk,
}) => {
  const { page } = desk;
  const id = await desk.make('W'.repeat(200), { tags });
  const search = `search=${desk.prefix}-1`;
  const heading = page.getByRole('heading', { level: 3, name: 'WWW' });
  for (const query of [`?screen=triage&${search}&open=${id}`, `?${search}&open=${id}`]) {
    await desk.open(query);
    await expect(heading).toBeVisible();
    const lines = () =>
      heading.evaluate((name) => name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight));
    await expect.poll(lines).toBeLessThan(3.5);
  }
  for (const screen of ['list', 'board', 'triage', 'notify']) {
    await desk.open(`?screen=${screen}&${search}`);
    // The people to notify are those of all tests.
    const people = page
      .getByRole('main')
      .getByRole('listitem')
      .or(page.getByText('Everyone has heard from us'));
    await expect((screen === 'notify' ? people : page.getByText('WWW')).first()).toBeVisible();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, screen).toBeLessThanOrEqual(0);
  }
});

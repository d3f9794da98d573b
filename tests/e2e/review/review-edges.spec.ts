import type { Locator } from '@playwright/test';
import { holdBack } from '../harness/hold-back.ts';
import { expireSession } from '../harness/account/session.ts';
import { fillStorage } from '../harness/storage.ts';
import { expect, seedOnce, test } from '../harness/review-desk.ts';

test('without room in the browser’s storage the review works, a saved note leaves its field, and a reload keeps the session', async ({
  desk,
}) => {
  await desk.make(`Avocet ${desk.prefix}`);
  await desk.open(`?search=avocet+${desk.prefix}`);
  await desk.link(`Avocet ${desk.prefix}`).waitFor();
  await fillStorage(desk.page, ['localStorage', 'sessionStorage']);
  await desk.link(`Avocet ${desk.prefix}`).click();
  await desk.writeNote('Written without room');
  await expect(desk.panel.getByText('Written without room')).toBeVisible();
  await expect(desk.panel.getByLabel('New note')).toHaveValue('');
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('Escape');
  await desk.openView();
  await desk.dialog.getByRole('checkbox', { name: 'Sectors' }).uncheck();
  await expect(desk.page.getByRole('columnheader', { name: 'Sectors' })).toHaveCount(0);
  await desk.page.reload();
  await expect(desk.link(`Avocet ${desk.prefix}`)).toBeVisible();
});

test('an account without an address shows an icon on the button of its menu @release', async ({
  own: desk,
  me,
}) => {
  const { page } = desk;
  await page.goto('/favicon.svg');
  const phone = `49150${String(Date.now()).slice(-8)}`;
  await desk.server.sql(
    'update auth.users set email = null, phone = $2, phone_confirmed_at = now() where email = $1',
    [me.email, phone],
  );
  await expireSession(page);
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Account menu' }).locator('svg')).toBeVisible();
  await desk.goTo('?screen=settings&section=people');
  await expect(page.getByRole('row').filter({ hasText: `+${phone}` })).toContainText('(you)');
});

test('a relative time is updated in unchanged rows @release', async ({ desk }) => {
  await desk.page.clock.install();
  await desk.make(`Dunlin ${desk.prefix}`);
  await desk.stopListening();
  await desk.open(`?search=dunlin+${desk.prefix}`);
  const row = desk.row(`Dunlin ${desk.prefix}`);
  // A busy machine takes minutes for these lines.
  await expect(row.getByText(/^(now|\d minutes? ago)$/)).toBeVisible();
  // An answer would show that the server's time did not pass.
  await desk.page.route('**/{rest,auth,functions}/v1/**', (route) => route.abort());
  await desk.page.waitForLoadState('networkidle');
  await desk.page.clock.fastForward('20:00');
  await expect(row.getByText(/^2\d minutes ago$/)).toBeVisible();
});

/** Latin letters that a browser would draw from right to left. */
const turned = (prefix: string) => `Ruff \u202e${prefix}\u2066`;

test('names and notes in other scripts do not turn the text next to them @release', async ({ desk }) => {
  const id = await desk.make(turned(desk.prefix), { sectors: 'music \u202eenergy' });
  const plain = `Ruff ${desk.prefix}`;
  await desk.open(`?search=${desk.prefix}`);
  await expect(desk.link(plain)).toBeVisible();
  await expect(desk.link(plain)).toHaveAttribute('title', plain);
  await expect(desk.row(plain)).toContainText('music energy');
  await desk.goToApplication(id);
  await expect(desk.panel.getByRole('heading', { name: plain, exact: true })).toBeVisible();
  await desk.chooseMove('In review');
  await expect(desk.page.getByRole('dialog', { name: `Move ${plain} to In review` })).toBeVisible();
  await desk.page.keyboard.press('Escape');
  for (const screen of ['triage', 'board']) {
    await desk.goTo(`?screen=${screen}&search=${desk.prefix}`);
    await expect(desk.page.getByText(plain, { exact: true }).first()).toBeVisible();
    expect(await desk.page.getByRole('main').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  await desk.goTo('?screen=settings&section=log');
  await expect(
    desk.page.getByRole('table').getByRole('link', { name: plain, exact: true }).first(),
  ).toBeVisible();

  const other = await desk.make(`Plover ${desk.prefix}`, { sectors: `מוזיקה ${'אנרגיה '.repeat(30)}` });
  await desk.goTo(`?search=plover+${desk.prefix}`);
  const sectors = desk.row(`Plover ${desk.prefix}`).getByTitle('מוזיקה');
  await expect.poll(() => seenEnds(sectors)).toEqual({ start: true, end: false });

  await desk.goToApplication(other);
  await desk.writeNote('תודה רבה\nThank you');
  const note = desk.panel.getByRole('paragraph').filter({ hasText: 'Thank you' });
  await expect.poll(() => note.evaluate(sidesOfLines)).toEqual(['right', 'left']);
});

test('the first data is requested together with the role and the access, each once, and the script while the page is parsed', async ({
  desk,
}) => {
  await seedOnce(desk.server);
  await desk.open('?view=all');
  await desk.page.getByRole('row').nth(1).waitFor();
  const answer = await holdBack(desk.page, /\/user_roles|\/my_account/);
  const requests = ['my_account', 'review_list'].map((name) => desk.page.waitForRequest(`**/rpc/${name}`));
  const counts = new Map<string, number>();
  desk.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/')) counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
  });
  await desk.page.reload();
  await Promise.all(requests);
  await expect(desk.page.getByRole('row')).toHaveCount(0);
  answer();
  await desk.page.getByRole('row').nth(1).waitFor();
  await desk.page.waitForLoadState('networkidle');
  const once = ['user_roles', 'rpc/my_account', 'rpc/review_list'];
  expect(once.map((name) => counts.get(`/rest/v1/${name}`))).toEqual([1, 1, 1]);
  const late = await desk.page.evaluate(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return ['/hydrate-admin.', '/review.', '/react.'].filter((part) => {
      const begun = scripts.find(({ name }) => name.includes(part))?.startTime ?? Infinity;
      return begun > page!.domInteractive;
    });
  });
  expect(late).toEqual([]);
});

/** Hebrew, longer than any column. */
const long = (prefix: string) => `דנה ${'לוי '.repeat(40)}${prefix}`;

/** Returns which ends of a truncated text are inside the clipping box. */
const seenEnds = (box: Locator) =>
  box.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const { left, right } = element.getBoundingClientRect();
    const isSeen = (from: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      const letter = range.getBoundingClientRect();
      return letter.left >= left - 1 && letter.right <= right + 1;
    };
    return { start: isSeen(0), end: isSeen(text.length - 1) };
  });

// On phones too, where a name has a separate line.
test('a right-to-left name that is too long keeps its beginning @phone @release', async ({ desk }) => {
  await desk.make(long(desk.prefix), { sectors: 'מוזיקה '.repeat(30) });
  await desk.open(`?search=${desk.prefix}`);
  const link = desk.page.getByRole('table').getByRole('link', { name: desk.prefix });
  await expect.poll(() => seenEnds(link)).toEqual({ start: true, end: false });
  await expect(link).toHaveCSS('direction', 'rtl');
  await desk.goTo(`?screen=board&search=${desk.prefix}`);
  const onBoard = desk.page.getByRole('link', { name: desk.prefix });
  await expect.poll(async () => (await seenEnds(onBoard)).start).toBe(true);
});

/** Returns the side of the box where each line of a text begins. Runs in the page. */
function sidesOfLines(element: Element): ('left' | 'right')[] {
  const box = element.getBoundingClientRect();
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
  return text.data.split('\n').map((line) => {
    const range = document.createRange();
    const from = text.data.indexOf(line);
    range.setStart(text, from);
    range.setEnd(text, from + line.length);
    const { left, right } = range.getBoundingClientRect();
    return left - box.left < box.right - right ? 'left' : 'right';
  });
}

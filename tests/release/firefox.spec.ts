import { applicationQuestions } from '@solostead/contract/questions';
import { type Firefox, startFirefox, type Tab } from '../harness/browsers/firefox.ts';
import { expectInPlace, foldedColumn, measureFolded, openedColumn } from '../e2e/harness/folded-columns.ts';
import { confirmationLink } from '../e2e/harness/account/mailed-link.ts';
import { test } from '../e2e/harness/product.ts';
import { makeFamily } from '../e2e/harness/review-family.ts';

test.describe.configure({ timeout: 400_000 });

let firefox: Firefox | null;
test.beforeAll(async ({}, info) => {
  info.setTimeout(400_000);
  firefox = await startFirefox();
});
// Before the test asks for its server.
test.beforeEach(() => test.skip(!firefox, 'no Firefox here'));
test.afterAll(() => firefox?.stop());

/** Waits until the page says it somewhere that is seen. */
const reads = (tab: Tab, selector: string, words: string) =>
  tab.waitForFunction(
    (where, what) =>
      [...document.querySelectorAll<HTMLElement>(where)].some((element) => element.innerText.includes(what)),
    {},
    selector,
    words,
  );

test('in Firefox a visitor applies, an admin opens a folded column', async ({ server, admin, prefix }) => {
  const tab = await firefox!.newPage();
  tab.setDefaultTimeout(60_000);
  await tab.goto(server.url);
  await tab.locator('main button[commandfor="join-dialog"]').click();
  const fields = {
    name: 'Sample Builder',
    email: `${prefix}@example.org`,
    linkedin: `https://www.linkedin.com/in/${prefix}`,
    sectors: 'Logistics',
  };
  for (const [name, value] of Object.entries(fields)) {
    await tab.locator(`#join-dialog [name="${name}"]`).fill(value);
  }
  for (const question of applicationQuestions) {
    const box = `#join-dialog [name="${question}"]`;
    // Out from under the row that sticks to the dialog's end, where this driver would press the row.
    await tab.$eval(box, (element) => element.scrollIntoView({ block: 'center' }));
    await tab.locator(box).click();
  }
  await tab.locator('#join-dialog form button[type="submit"]').click();
  await reads(tab, '[data-toast]', 'Application submitted!');

  await tab.goto(await confirmationLink(server, fields.email));
  await reads(tab, 'main', 'Your email has been confirmed successfully!');

  await tab.goto(server.url);
  await tab.locator('header button[commandfor="login-dialog"]').click();
  await tab.locator('#login-dialog input[type="email"]').fill(admin.email);
  await tab.locator('#login-dialog input[type="password"]').fill(admin.password);
  await tab.locator('#login-dialog form button[type="submit"]').click();
  await reads(tab, 'h1', 'Admin Dashboard');

  // All columns are in view.
  await tab.setViewport({ width: 1350, height: 900 });
  await makeFamily({ server }, prefix, 25);
  await tab.goto(`${server.url}/admin?screen=board`);
  await reads(tab, 'main', 'in the list');
  expectInPlace(await tab.evaluate(`(() => { ${measureFolded} })()`));
  await tab.locator(foldedColumn).click();
  await tab.waitForFunction((selector) => document.querySelector(selector), {}, openedColumn);
});

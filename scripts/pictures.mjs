// Takes the pictures of docs/pictures: each page on a phone and a desktop, light and dark, and the open join dialog.
import { mkdirSync } from 'node:fs';
import { readArguments } from '../server/start.mjs';
import { fromRoot } from './lib/project.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const HELP = `npm run pictures [-- NAME …]: retakes the screenshots in docs/pictures, all or those named`;

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1350, height: 900 } };
const schemes = /** @type {const} */ (['light', 'dark']);

/** The first application of the list. @param {Page} page */
const application = (page) => page.locator('tbody a').first();
/** @param {Page} page @param {Parameters<Page['getByRole']>} role */
const has = (page, ...role) =>
  page
    .getByRole(...role)
    .first()
    .waitFor({ state: 'attached' });

/** The address of each picture, and what to do there. @type {Record<string, [path: string, prepare?: (page: Page) => Promise<unknown>]>} */
const pictures = {
  landing: ['/'],
  join: ['/', (page) => page.locator('main').getByRole('button', { name: 'Join Us' }).first().click()],
  model: ['/', (page) => page.locator('#model').getByRole('button').click()],
  roadmap: [
    '/',
    (page) => page.locator('#roadmap').evaluate((part) => part.scrollIntoView({ behavior: 'instant' })),
  ],
  'case-study': ['/case-study'],
  'confirm-email': ['/confirm-email'],
  'not-found': ['/no-such-page'],
  admin: ['/admin', (page) => application(page).waitFor()],
  'admin-application': [
    '/admin',
    async (page) => {
      await application(page).click();
      await has(page, 'heading', { name: 'History' });
    },
  ],
  'admin-read': ['/admin?screen=triage', (page) => has(page, 'radio', { name: /^Craft: 4 of 5/ })],
  'admin-board': ['/admin?screen=board', (page) => has(page, 'button', { name: /^Move / })],
  'admin-numbers': ['/admin?screen=numbers', (page) => has(page, 'img', { name: 'Applications per day' })],
  'admin-people': [
    '/admin?screen=settings&section=people',
    (page) => has(page, 'button', { name: 'Send invitation' }),
  ],
};

const { positionals: wanted } = readArguments(HELP, {}, Object.keys(pictures));
// They are not loaded for the help, because a busy machine takes half a minute for them.
const { chromium } = await import('@playwright/test');
const { default: sharp } = await import('sharp');
const { browserFlags, findBrowser } = await import('@solostead/server-testkit/browser');
const { putSession } = await import('../tests/e2e/harness/account/session.ts');
const { startServer } = await import('../tests/harness/servers/server.ts');
mkdirSync(fromRoot('docs/pictures'), { recursive: true });
const server = await startServer({ site: true });
const email = 'admin@example.org';
const { password } = await server.addAdmin(email);
// Without applications the admin area is empty.
await server.command('seed', '60');
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  // Hinting rounds each letter's width to whole pixels, and letters then stand too close to their spaces.
  args: [...browserFlags, '--font-render-hinting=none'],
});
try {
  for (const name of Object.keys(pictures).filter((one) => wanted.length === 0 || wanted.includes(one)))
    for (const [size, viewport] of Object.entries(sizes))
      for (const colorScheme of schemes)
        await take(name, `docs/pictures/${name}-${size}-${colorScheme}.webp`, { viewport, colorScheme });
} finally {
  await browser.close();
  await server.stop();
}

/** @param {string} name @param {string} file @param {import('@playwright/test').BrowserContextOptions} options */
async function take(name, file, options) {
  const [path = '', prepare] = pictures[name] ?? [];
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce', deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  if (path.startsWith('/admin')) await putSession(page, { email, password }, server.url);
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await prepare?.(page);
  await page.waitForTimeout(500);
  // Hides the greeting, which would cover the picture.
  await page.evaluate(() => document.querySelectorAll('[data-toasts]').forEach((list) => list.remove()));
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(fromRoot(file));
  console.log(file);
  await context.close();
}

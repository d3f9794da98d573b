// Takes the pictures of docs/pictures: each page on a phone and a desktop, light and dark, and the open join dialog.
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../server/tests/harness/browser.ts';
import { startServer } from '../tests/harness/servers/server.ts';
import { fromRoot } from './lib/project.mjs';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1350, height: 900 } };
const schemes = /** @type {const} */ (['light', 'dark']);

/** @type {{ name: string; path: string; prepare?: (page: import('@playwright/test').Page) => Promise<unknown> }[]} */
const pictureList = [
  { name: 'landing', path: '/' },
  {
    name: 'join',
    path: '/',
    prepare: (page) => page.locator('main').getByRole('button', { name: 'Join Us' }).first().click(),
  },
  { name: 'model', path: '/', prepare: (page) => page.locator('#model').getByRole('button').click() },
  {
    name: 'roadmap',
    path: '/',
    prepare: (page) =>
      page
        .locator('#roadmap')
        .scrollIntoViewIfNeeded()
        .then(() =>
          page.evaluate(() => document.querySelector('#roadmap')?.scrollIntoView({ behavior: 'instant' })),
        ),
  },
  { name: 'case-study', path: '/case-study' },
  { name: 'confirm-email', path: '/confirm-email' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'admin', path: '/admin', prepare: (page) => page.locator('tbody a').first().waitFor() },
  {
    name: 'admin-application',
    path: '/admin',
    prepare: (page) =>
      page
        .locator('tbody a')
        .first()
        .click()
        .then(() => page.getByRole('heading', { name: 'History' }).waitFor()),
  },
  {
    name: 'admin-read',
    path: '/admin',
    prepare: (page) => show(page, 'triage', page.getByRole('radio', { name: /^Craft: 4 of 5/ })),
  },
  {
    name: 'admin-board',
    path: '/admin',
    prepare: (page) => show(page, 'board', page.getByRole('button', { name: /^Move / }).first()),
  },
  {
    name: 'admin-numbers',
    path: '/admin',
    prepare: (page) => show(page, 'numbers', page.getByRole('img', { name: 'Applications per day' })),
  },
  {
    name: 'admin-people',
    path: '/admin',
    prepare: (page) => show(page, 'people', page.getByRole('button', { name: 'Send invitation' })),
  },
];

if (process.argv.includes('--help')) {
  console.log('npm run pictures [-- NAME …]: retakes the pictures in docs/pictures, all or those named');
  process.exit();
}
const wanted = process.argv.slice(2);
const folder = fromRoot('docs/pictures');
mkdirSync(folder, { recursive: true });
const server = await startServer({ site: true });
const EMAIL = 'admin@example.org';
const { password } = await server.addAdmin(EMAIL);
// Without applications the admin area is empty.
await server.command('seed', '60');
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  // Hinting rounds each letter's width to whole pixels, and letters then stand too close to their spaces.
  args: [...browserFlags, '--font-render-hinting=none'],
});
try {
  for (const picture of pictureList.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const [size, viewport] of Object.entries(sizes))
      for (const colorScheme of schemes) await take(picture, size, viewport, colorScheme);
  }
} finally {
  await browser.close();
  await server.stop();
}

/**
 * Goes to a screen of the admin area and waits for a part of it.
 * @param {import('@playwright/test').Page} page @param {string} screen @param {import('@playwright/test').Locator} part
 */
async function show(page, screen, part) {
  await page.goto(new URL(`/admin?screen=${screen}`, page.url()).href);
  await part.waitFor({ state: 'attached' });
}

/** @param {import('@playwright/test').Page} page */
async function signIn(page) {
  await page.goto(server.url);
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Admin Login' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Admin Login' });
  await dialog.getByLabel('Email').fill(EMAIL);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: /sign in/i }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
}

/** @param {(typeof pictureList)[number]} picture @param {string} size @param {{ width: number; height: number }} viewport @param {'light' | 'dark'} colorScheme */
async function take({ name, path, prepare }, size, viewport, colorScheme) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  if (path === '/admin') await signIn(page);
  else await page.goto(server.url + path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await prepare?.(page);
  await page.waitForTimeout(500);
  // Hides the greeting, which would cover the picture.
  await page.evaluate(() => document.querySelectorAll('[data-toasts]').forEach((list) => list.remove()));
  const file = `${name}-${size}-${colorScheme}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${folder}/${file}`);
  console.log(`docs/pictures/${file}`);
  await context.close();
}

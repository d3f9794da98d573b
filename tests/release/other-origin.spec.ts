import { startServer, type TestServer } from '../harness/servers/server.ts';
import { buildSiteFor, PUBLIC_ADDRESS } from '../harness/servers/site.ts';
import { countSaved, Join } from '../e2e/harness/join.ts';
import { Login } from '../e2e/harness/account/login.ts';
import { confirmationLink } from '../e2e/harness/account/mailed-link.ts';
import { dashboard } from '../e2e/harness/account/own-account.ts';
import { signOut } from '../e2e/harness/account/session.ts';
import { expect, test as product } from '../e2e/harness/product.ts';

/** The browser finds this run's backend by this name, so that the site is built once for all runs. */
const BACKEND = 'backend.example';

/** The pages have one origin and the backend another, as with Supabase. */
const test = product.extend<object, { pages: TestServer }>({
  launchOptions: [
    async ({ launchOptions, server }, use) => {
      const { args = [] } = launchOptions;
      const toServer = `--host-resolver-rules=MAP ${BACKEND} ${new URL(server.url).host}`;
      await use({ ...launchOptions, args: [...args, toServer] });
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({}, use) => {
      const backend = `http://${BACKEND}`;
      const directory = await buildSiteFor(backend);
      const pages = await startServer({ env: { SITE_DIST: directory, PUBLIC_SUPABASE_URL: backend } });
      await use(pages);
      await pages.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ pages }, use) => use(pages.url),
});

test('a site built with its public address uses it on any host and port', async ({ request }) => {
  const textOf = async (path: string) => (await request.get(path)).text();
  for (const path of ['/', '/case-study', '/privacy', '/imprint', '/agreement']) {
    const at = `${PUBLIC_ADDRESS}${path}`;
    const head = await textOf(path);
    expect(head).toMatch(new RegExp(`<link rel="canonical" href="${at}"`));
    expect(head).toMatch(new RegExp(`<meta property="og:url" content="${at}"`));
    expect(head).toMatch(
      new RegExp(`<meta property="og:image" content="${PUBLIC_ADDRESS}/share/[^"]+\\.png"`),
    );
    expect(await textOf('/sitemap-0.xml')).toContain(`<loc>${PUBLIC_ADDRESS}${path === '/' ? '' : path}`);
  }
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${PUBLIC_ADDRESS}/sitemap-index.xml`);
  expect(await textOf('/.well-known/security.txt')).toContain(`Canonical: ${PUBLIC_ADDRESS}/`);
});

test('visitor and admin work with a backend elsewhere', async ({ page, admin, server, pages, prefix }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|CORS/i.test(message.text())) refused.push(message.text());
  });
  const join = new Join(page);
  await join.apply(prefix);
  await expect(join.toast('Application submitted!')).toBeVisible();
  expect(await countSaved(server, prefix)).toBe(1);
  expect(await countSaved(pages, prefix)).toBe(0);
  const link = new URL(await confirmationLink(server, `${prefix}@example.org`));
  await page.goto(`/confirm-email${link.search}`);
  await expect(page.getByText('Your email has been confirmed successfully!')).toBeVisible();
  await new Login(page).signIn(admin);
  await expect(dashboard(page)).toBeVisible();
  await signOut(page);
  expect(refused).toEqual([]);
});

test('a form whose script fails to load shows Reload and keeps the text', async ({ page, prefix }) => {
  const join = new Join(page);
  // All scripts but the page's own.
  await page.route(/_astro\/(?!index\.astro)[^/]+\.js/, (route) => route.abort());
  await join.open();
  const notice = join.dialog.getByText('This part could not be loaded. What you typed is kept.');
  await expect(notice).toBeVisible();
  await expect(join.submit).toBeDisabled();
  await join.fill(prefix);
  await page.unrouteAll();
  await join.dialog.getByRole('link', { name: 'Reload' }).click();
  await expect(join.dialog).toBeHidden();
  await join.press();
  await expect(join.submit).toBeEnabled();
  await expect(notice).toBeHidden();
  await expect(join.field('Email')).toHaveValue(`${prefix}@example.org`);
});

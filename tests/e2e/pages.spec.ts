import { expect, test } from './harness/product.ts';

test('the case study has its six sections, its results, a canonical link, and ways home and to the open form (contract P2.9)', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'View Case Study' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Overview',
    'Opportunity',
    'Timeline',
    'What Was Built',
    'AI-Powered Stack',
    'What It Proves',
  ]);
  await expect(page.getByRole('heading', { level: 3, name: 'After 30 days' })).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/case-study$/);
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Join Us' }).click();
  await expect(page.getByRole('dialog', { name: 'Join Us' }).getByLabel('Full name')).toBeFocused();
});

test('each address has its page, whose footer leads to privacy, with the months that an application is kept, imprint and agreement, and an unknown path answers 404 and goes to the console (contract P2.1, P2.11)', async ({
  page,
}) => {
  const ways = [
    ['Privacy', '/privacy', 'Privacy'],
    ['Imprint', '/imprint', 'Imprint'],
    ['Agreement', '/agreement', 'The agreement'],
  ] as const;
  const pages = [
    ['/', 200, /a software lab where the team is one person/],
    ['/case-study', 200, /case study/],
    ['/confirm-email', 200, /Confirm your email/],
    ['/no-such-page', 404, /Page not found/],
  ] as const;
  const further = ['/confirm-email', '/no-such-page'];
  const wayTo = (link: string) => page.getByRole('contentinfo').getByRole('link', { name: link });
  for (const [from, status, title] of pages) {
    expect((await page.goto(from))?.status(), from).toBe(status);
    await expect(page).toHaveTitle(title);
    for (const [link, path] of ways) await expect(wayTo(link), from).toHaveAttribute('href', path);
    if (!further.includes(from)) continue;
    const more = page.getByRole('navigation', { name: 'Worth your time' });
    for (const [name, path] of [
      ['Case Study', '/case-study'],
      ['Agreement', '/agreement'],
      ['Questions', '/#contact'],
    ] as const)
      await expect(more.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  for (const [link, path, heading] of ways) {
    await wayTo(link).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(new RegExp(heading));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
    if (path !== '/privacy') continue;
    await expect(page.getByRole('row', { name: /^declined/ })).toContainText('6 months');
    await expect(page.getByRole('row', { name: /^not confirmed/ })).toContainText('one month');
  }
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const answer = await page.goto('/no/such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  expect(said.join('\n')).toContain('/no/such-page');
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('contact answers questions of builders and investors, and the structured data repeats the visible text (contract P2.8)', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Solostead/);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /solo developers/);
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  const [organization, website, faq] = data['@graph'];
  expect([organization['@type'], website['@type'], faq['@type']]).toEqual([
    'Organization',
    'WebSite',
    'FAQPage',
  ]);
  expect(faq.mainEntity.length).toBeGreaterThan(3);
  const contact = page.locator('#contact');
  await expect(contact.locator('summary:visible')).toHaveCount(7);
  await contact.getByText('All questions').click();
  await expect(contact.getByRole('heading', { level: 3 })).toContainText([
    'Asked by builders',
    'Asked by investors',
  ]);
  for (const { name, acceptedAnswer } of faq.mainEntity) {
    const answer = page.getByRole('main').getByText(acceptedAnswer.text, { exact: true });
    await expect(answer).toBeHidden();
    await page.getByRole('main').getByText(name, { exact: true }).click();
    await expect(answer).toBeVisible();
  }
  await expect(page.getByRole('contentinfo')).toContainText('some of the answers on this page are samples');
  await contact.getByRole('link', { name: 'The agreement' }).first().click();
  await expect(page).toHaveURL('/agreement');
});

test('nothing is wider than the page, and each figure of the case study is on one line within its column', async ({
  page,
}) => {
  for (const path of ['/case-study', '/privacy', '/agreement', '/confirm-email', '/no-such-page']) {
    await page.goto(path);
    for (const width of [320, 390, 600, 768, 1000, 1180, 1350, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      const wide = await page.locator('[class*=facts] dt').evaluateAll((figures) =>
        figures
          .filter((figure) => {
            const isBroken =
              figure.getClientRects()[0]!.height > 1.5 * parseFloat(getComputedStyle(figure).fontSize);
            return isBroken || figure.scrollWidth > figure.clientWidth;
          })
          .map((figure) => figure.textContent),
      );
      expect(wide, `${width} px`).toEqual([]);
    }
  }
});

test('on paper the text is dark on light, without controls and film, and no line is broken by a sheet', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/', '/case-study']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const left of await page.locator('nav, dialog, button, video').all()) {
      await expect(left).toBeHidden();
    }
    if (path !== '/') continue;
    for (const piece of [
      '#founders',
      '#roadmap [class*=chart]',
      '#model [class*=bars]',
      '#contact',
      'footer > div',
    ]) {
      const lines = await page
        .locator(piece)
        .first()
        .evaluate((node) => ['::before', '::after'].map((which) => getComputedStyle(node, which).content));
      expect(lines, piece).toEqual(['none', 'none']);
    }
  }
});

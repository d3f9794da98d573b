import { expect, test } from './harness/product.ts';

test('the case study has six sections, its hours, a canonical link, ways home and to the open form (contract P2.9)', async ({
  page,
}) => {
  await page.goto('/case-study');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Overview',
    'Opportunity',
    'Timeline',
    'What Was Built',
    'AI-Powered Stack',
    'What It Proves',
  ]);
  await expect(page.getByRole('heading', { level: 3, name: 'A month later' })).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/case-study$/);
  await expect(page.getByRole('link', { name: 'Back to Home' }).first()).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: '34–46 h, Money' }).click();
  await expect(page).toHaveURL(/#hour-34$/);
  await expect(page.getByText('At hour 46:')).toBeInViewport();
  await expect(page.getByRole('row', { name: /^All of it/ })).toContainText('$343');
  await page.getByRole('main').getByRole('link', { name: 'Join Us' }).click();
  await expect(page.getByRole('dialog', { name: 'Join Us' }).getByLabel('Full name')).toBeFocused();
});

test('each address has its page, and an unknown path is 404 (contract P2.1, P2.11)', async ({ page }) => {
  const ways = ['href="/privacy">Privacy', 'href="/imprint">Imprint', 'href="/agreement">Agreement'];
  const textOf = async (path: string, status: number) => {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(status);
    const text = await answer.text();
    const footer = text.slice(text.indexOf('<footer'));
    for (const way of ways) expect(footer, path).toContain(`${way}</a>`);
    return text;
  };
  for (const [path, status, title] of [
    ['/', 200, 'a software lab where the team is one person'],
    ['/case-study', 200, 'case study'],
    ['/confirm-email', 200, 'Confirm your email'],
    ['/no-such-page', 404, 'Page not found'],
  ] as const)
    expect(await textOf(path, status)).toMatch(new RegExp(`<title>[^<]*${title}`));
  for (const path of ['/confirm-email', '/privacy', '/imprint'])
    expect(await textOf(path, 200), path).toContain('Worth your time</h2>');
  for (const [path, heading] of [
    ['/privacy', 'Privacy'],
    ['/imprint', 'Imprint'],
    ['/agreement', 'The agreement'],
  ] as const) {
    const text = await textOf(path, 200);
    expect(text).toContain(`<title>${heading}`);
    expect(text).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    expect(text).toContain(`<link rel="canonical" href="${path}">`);
    if (path !== '/privacy') continue;
    expect(text).toMatch(/<td>declined<\/td>\s*<td>for 6\smonths/);
    expect(text).toMatch(/<td>not confirmed<\/td>\s*<td>for 1\smonth/);
    expect(text).toMatch(/<td>interview<\/td>\s*<td>until a decision/);
  }

  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  const answer = await page.goto('/no/such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  expect(messages.join('\n')).toContain('/no/such-page');
  const more = page.getByRole('navigation', { name: 'Worth your time' }).getByRole('link');
  await expect(more).toHaveText(['Case Study', 'Agreement', 'Questions']);
  const targets = await more.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets).toEqual(['/case-study', '/agreement', '/#questions']);
  const home = page.getByRole('main').getByRole('link', { name: 'Back to Home' });
  await expect(home).toHaveAttribute('href', '/');
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
  await expect(contact.getByRole('heading', { level: 3 })).toContainText([
    'Asked by builders',
    'Asked by investors',
  ]);
  const answered = await contact
    .locator('details:not([open]):visible')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((one) => Array.from(one.children, (part) => part.textContent))),
    );
  expect(answered).toMatchObject(
    Object.fromEntries(
      faq.mainEntity.map(({ name, acceptedAnswer }: { name: string; acceptedAnswer: { text: string } }) => [
        name,
        acceptedAnswer.text,
      ]),
    ),
  );
  const { name, acceptedAnswer } = faq.mainEntity.at(-1);
  const answer = contact.getByText(acceptedAnswer.text, { exact: true });
  await expect(answer).toBeHidden();
  await contact.getByText(name, { exact: true }).click();
  await expect(answer).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('some of the answers on this page are samples');
  await expect(
    contact.getByRole('link', { name: 'The agreement', includeHidden: true }).first(),
  ).toHaveAttribute('href', '/agreement');
});

/** Pages of text have no other layout between these. */
const ofText = [320, 390, 768, 1180];

test('nothing is wider than the page, and each figure of the case study is on one line within its column @release', async ({
  page,
}) => {
  for (const [path, widths] of [
    ['/case-study', [320, 390, 600, 768, 1000, 1180, 1350, 1920]],
    ['/privacy', ofText],
    ['/agreement', ofText],
    ['/confirm-email', ofText],
    ['/no-such-page', ofText],
  ] as const) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const { overflow, wide } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        wide: [...document.querySelectorAll('[class*=facts] dt')]
          .filter((figure) => {
            const isBroken =
              figure.getClientRects()[0]!.height > 1.5 * parseFloat(getComputedStyle(figure).fontSize);
            return isBroken || figure.scrollWidth > figure.clientWidth;
          })
          .map((figure) => figure.textContent),
      }));
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      expect(wide, `${width} px`).toEqual([]);
    }
  }
});

test('on paper the text is dark on light, without controls and film, and no line is broken by a sheet @release', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/', '/case-study']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('nav, dialog, button, video').filter({ visible: true })).toHaveCount(0);
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

test('the agreement explains each clause, works out a month and leads to the form and to the deck', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Read the agreement' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'The agreement' })).toBeVisible();
  const clauses = page.getByRole('listitem').filter({ hasText: 'In plain words' });
  await expect(clauses).toHaveCount(8);
  const months = page.getByRole('table').getByRole('row');
  await expect(months.filter({ hasText: '$8,000' }).first()).toContainText('$5,700');
  const range = page.getByRole('slider', { name: 'Try another month' });
  await expect(months.last()).toContainText('$5,000');
  await range.focus();
  await page.keyboard.press('Home');
  await expect(months.last()).toHaveText('$500$15$10$475$356$119');
  await page.getByRole('main').getByRole('link', { name: 'Join Us' }).click();
  await expect(page.getByRole('dialog', { name: 'Join Us' }).getByLabel('Full name')).toBeFocused();
  for (const path of ['/case-study', '/agreement']) {
    await page.goto(path);
    await page.getByRole('banner').getByRole('link', { name: 'Request Investor Deck' }).click();
    await expect(page.getByRole('dialog', { name: 'Request Investor Deck' })).toBeVisible();
  }
});

test('investors find their questions from the investment and from the deck dialog, which closes @release', async ({
  page,
}) => {
  await page.goto('/');
  const investors = page.getByRole('heading', { name: 'Asked by investors' });
  await page.getByRole('link', { name: 'Investors’ questions' }).click();
  await expect(investors).toBeInViewport();
  await page.getByRole('button', { name: 'Request Investor Deck' }).first().click();
  const deck = page.getByRole('dialog', { name: 'Request Investor Deck' });
  await expect(deck.getByRole('link', { name: /^investors@/ })).toHaveAttribute('href', /^mailto:investors@/);
  await deck.getByRole('link', { name: 'What investors ask' }).click();
  await expect(deck).toBeHidden();
  await expect(investors).toBeInViewport();
});

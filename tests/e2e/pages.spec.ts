import type { Page } from '@playwright/test';
import { expect, test } from './harness/product.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** On a phone only what stands or opens differently there. */
test.beforeEach(({}, info) => {
  const dependsOnWidth = /navigation leads|three dialogs|two founders|six sections/.test(info.title);
  test.skip(!dependsOnWidth && info.project.name === 'phone', 'the width makes no difference');
});

/** On a phone the navigation is folded away behind its button. */
async function unfold(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

test.describe('the landing page', () => {
  test('has the announcement, the hero and its sections in this order (contract P2.3)', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'The New Rules',
      'Empower Solo Developers',
      'The Solostead Model',
      'Founders',
      'Roadmap',
      'Investment',
      'Contact',
    ]);
    const hero = page.getByRole('heading', { level: 1 });
    await expect(hero).toHaveCount(1);
    const [banner, headline] = [await page.locator('[data-banner]').boundingBox(), await hero.boundingBox()];
    expect(banner!.y).toBeLessThan(headline!.y);
  });

  test('says the business constants as text (contract P1.1, P1.2, P1.3)', async ({ page }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    for (const constant of ['75%', '25%', '90 days', '30 days']) {
      await expect(main.getByText(constant).first()).toBeVisible();
    }
    const roadmap = page.locator('#roadmap');
    for (const target of [
      '3 developers',
      '3 live products',
      '+6 developers',
      '+18 products',
      'about 2 spinouts',
    ]) {
      await expect(roadmap.getByText(target, { exact: true })).toBeVisible();
    }
    for (const target of ['+12 developers', '+30 products', 'about 6 spinouts']) {
      await expect(roadmap.getByText(target, { exact: true })).toBeVisible();
    }
    await expect(page.locator('#investment')).toContainText('The seed round is closed.');
  });

  test('holds in its contact an address and both buttons, in its footer the mail and the disclaimer (contract P2.7)', async ({
    page,
  }) => {
    await page.goto('/');
    const contact = page.locator('#contact');
    await expect(contact.locator('address')).not.toBeEmpty();
    await expect(contact.getByRole('button', { name: 'Join Us' })).toBeVisible();
    await expect(contact.getByRole('button', { name: 'Request Investor Deck' })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/);
    await expect(footer).toContainText('not an offer of securities');
  });

  test('names in its header four sections and the case study (contract P2.2)', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
      'New Rules',
      'Model',
      'Roadmap',
      'Founders',
      'Case Study',
    ]);
    await page.getByRole('navigation').getByRole('link', { name: 'Case Study' }).click();
    await expect(page).toHaveURL('/case-study');
  });

  for (const [label, heading] of [
    ['New Rules', 'The New Rules'],
    ['Model', 'The Solostead Model'],
    ['Roadmap', 'Roadmap'],
    ['Founders', 'Founders'],
  ] as const) {
    test(`its navigation leads to ${heading}, clear of the sticky header`, async ({ page }) => {
      await page.goto('/');
      await unfold(page);
      await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).click();
      const target = page.getByRole('heading', { level: 2, name: heading });
      await expect(target).toBeInViewport();
      await expect(async () => {
        const [header, title] = [await page.getByRole('banner').boundingBox(), await target.boundingBox()];
        expect(title!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
      }).toPass();
      await expect(page.getByRole('navigation')).toBeVisible({
        visible: (page.viewportSize()?.width ?? 0) >= 768,
      });
    });
  }

  test('its three dialogs open from the header, and close (contract P2.2)', async ({ page }) => {
    await page.goto('/');
    for (const [button, dialog] of [
      ['Admin Login', 'Admin Login'],
      ['Request Investor Deck', 'Request Investor Deck'],
      ['Join Us', 'Join Us'],
    ] as const) {
      if (button !== 'Join Us') await unfold(page);
      await page.getByRole('banner').getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: dialog })).toBeHidden();
    }
  });

  test('the deck dialog sends investors to the CEO’s profile (contract P1.4)', async ({ page }) => {
    await page.goto('/#contact');
    await page.locator('#contact').getByRole('button', { name: 'Request Investor Deck' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request Investor Deck' });
    await expect(dialog).toContainText('SAFE interest goes through the CEO');
    await expect(dialog.getByRole('link')).toHaveAttribute('href', 'https://www.linkedin.com/in/sample-ceo');
  });

  test('the pop-up of the model explains that communication slows development (contract P2.5)', async ({
    page,
  }) => {
    await page.goto('/');
    await page.locator('#model').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Why one person is faster' });
    await expect(dialog).toContainText('communication slows development');
    await expect(dialog.getByRole('img')).toHaveAccessibleName(/12 people 66/);
  });

  test('shows two founders with a profile link and a bio of its own address (contract P2.6)', async ({
    page,
  }) => {
    await page.goto('/');
    for (const role of ['CEO', 'COO']) {
      const founder = page.getByRole('article').filter({ has: page.getByRole('heading', { name: role }) });
      await expect(founder.getByRole('link', { name: 'LinkedIn profile' })).toHaveAttribute(
        'href',
        `https://www.linkedin.com/in/sample-${role.toLowerCase()}`,
      );
      await founder.getByRole('link', { name: 'Bio' }).click();
      await expect(page).toHaveURL(new RegExp(`#bio-${role.toLowerCase()}$`));
      await expect(page.locator(`#bio-${role.toLowerCase()}`)).toBeInViewport();
    }
  });

  test('asks for no film under reduced motion, and keeps its banner still', async ({ page }) => {
    const films: string[] = [];
    page.on('request', (request) => request.resourceType() === 'media' && films.push(request.url()));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/', { waitUntil: 'load' });
    const first = await page.locator('[data-banner]').textContent();
    await page.clock.runFor(13_000);
    await expect(page.locator('[data-banner]')).toHaveText(first ?? '');
    expect(films).toEqual([]);
  });

  test('plays its film muted, in a loop, at 0.3 speed, until it is paused (contract P2.4)', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'load' });
    const film = page.locator('video');
    await film.scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', false);
    for (const [property, value] of Object.entries({ muted: true, loop: true, playbackRate: 0.3 })) {
      await expect(film).toHaveJSProperty(property, value);
    }
    await page.getByRole('button', { name: 'Pause film' }).click();
    await expect(film).toHaveJSProperty('paused', true);
    await expect(page.getByRole('button', { name: 'Play film' })).toBeVisible();
  });

  test('stops its film while it is out of view, and goes on when it is back', async ({ page }) => {
    await page.goto('/', { waitUntil: 'load' });
    const film = page.locator('video');
    await film.scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', false);
    await page.locator('#contact').scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', true);
    await film.scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', false);
  });
});

test('the banner turns every 4000 ms with a fade of 150 ms, wraps around after six, and stops when paused (contract P3.6)', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto('/', { waitUntil: 'load' });
  const banner = page.locator('[data-banner]');
  const seen = [await banner.textContent()];
  for (let turn = 0; turn < 6; turn += 1) {
    await page.clock.runFor(turn === 0 ? 3_999 : 3_850);
    expect(await banner.textContent()).toBe(seen.at(-1));
    await page.clock.runFor(turn === 0 ? 151 : 150);
    seen.push(await banner.textContent());
  }
  expect(new Set(seen).size).toBe(6);
  expect(seen[6]).toBe(seen[0]);
  await page.getByRole('button', { name: 'Pause announcements' }).click();
  await page.clock.runFor(20_000);
  await expect(banner).toHaveText(seen[0] ?? '');
});

test('the case study has its six sections, a way home and a canonical link (contract P2.9)', async ({
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
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/case-study$/);
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await expect(page).toHaveURL('/');
});

test('each address has its page (contract P2.1)', async ({ request }) => {
  for (const [path, status, title] of [
    ['/', 200, 'a software lab where the team is one person'],
    ['/case-study', 200, 'case study'],
    ['/privacy', 200, 'Privacy'],
    ['/imprint', 200, 'Imprint'],
    ['/agreement', 200, 'The agreement'],
    ['/confirm-email', 200, 'Confirm your email'],
    ['/admin', 200, 'Admin Dashboard'],
    ['/anything-else', 404, 'Page not found'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(status);
    expect(/<title>([^<]*)/.exec(await answer.text())?.[1], path).toContain(title);
  }
});

test('an unknown path answers 404 with the page, and its path goes to the console (contract P2.11)', async ({
  page,
}) => {
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

test('the text of the structured data is the text people see (contract P2.8)', async ({ page }) => {
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
  for (const { name, acceptedAnswer } of faq.mainEntity) {
    await page.getByRole('main').getByText(name, { exact: true }).click();
    await expect(page.getByRole('main').getByText(acceptedAnswer.text, { exact: true })).toBeVisible();
  }
});

test('the footer of every page leads to privacy, imprint and agreement, which are in the sitemap', async ({
  page,
  request,
}) => {
  const sitemap = await (await request.get('/sitemap-0.xml')).text();
  for (const [link, path, heading] of [
    ['Privacy', '/privacy', 'Privacy'],
    ['Imprint', '/imprint', 'Imprint'],
    ['Agreement', '/agreement', 'The agreement'],
  ] as const) {
    for (const from of ['/', '/case-study', '/confirm-email', '/no-such-page']) {
      await page.goto(from);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: link })).toHaveAttribute(
        'href',
        path,
      );
    }
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
    expect(sitemap).toContain(`${path}</loc>`);
  }
});

test('privacy says for how many months an application is kept, by how it ended', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('row', { name: /^declined/ })).toContainText('6 months');
  await expect(page.getByRole('row', { name: /^not confirmed/ })).toContainText('one month');
});

test('contact answers what builders and investors ask, and says which answers are samples', async ({
  page,
}) => {
  await page.goto('/');
  const contact = page.locator('#contact');
  await expect(contact.getByRole('heading', { level: 3 })).toContainText([
    'Asked by builders',
    'Asked by investors',
  ]);
  const answer = contact.getByText('The first is live by day 120.');
  await expect(answer).toBeHidden();
  await contact.getByText('How fast do I have to ship?').click();
  await expect(answer).toBeVisible();
  for (const question of [
    'Who owns the code and the company?',
    'What if 90 days pass without a product?',
    'May I keep my day job?',
    'Who answers, and when?',
    'Who closed the round?',
  ]) {
    await expect(contact.locator('summary', { hasText: question })).toHaveText(`${question} *`);
  }
  await expect(contact.getByText(/^\* Answers marked with a star are samples/)).toBeVisible();
  await contact.getByText('What do I sign?').click();
  await contact.getByRole('link', { name: 'The agreement' }).click();
  await expect(page).toHaveURL('/agreement');
});

test('the case study says what came of it, and leads into the open form', async ({ page }) => {
  await page.goto('/case-study');
  await expect(page.getByRole('heading', { level: 3, name: 'After 30 days' })).toBeVisible();
  await page.getByRole('link', { name: 'Join Us' }).click();
  await expect(page.getByRole('dialog', { name: 'Join Us' }).getByLabel('Full name')).toBeFocused();
});

test('nothing is wider than the page', async ({ page }) => {
  for (const path of ['/', '/case-study', '/privacy', '/agreement', '/confirm-email', '/no-such-page']) {
    for (const width of [320, 390, 768, 1100, 1350]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('on paper there are the words, dark on light, and neither controls nor film', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/', '/case-study']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const left of await page.locator('nav, dialog, button, video').all()) {
      await expect(left).toBeHidden();
    }
  }
});

test('the page is whole when the stylesheet of what lies below never comes', async ({ page }) => {
  await page.route('**/_astro/below.*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Contact' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Join Us' })).toBeVisible();
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './harness/product.ts';

/** On a phone the navigation is folded away behind its button. */
async function unfold(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

/** The site behind a line that stops before `mark` in its front page, until it is released. */
async function stallDocument(target: string, mark: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(target + request.url);
    const body = Buffer.from(await answer.arrayBuffer());
    response.setHeader('content-type', answer.headers.get('content-type') ?? 'text/plain');
    const rest = request.url === '/' ? body.indexOf(mark) : 0;
    if (rest > 0) {
      response.write(body.subarray(0, rest));
      await released;
    }
    response.end(body.subarray(rest));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`, release, close };
}

test.describe('the landing page', () => {
  test('has its sections, dialogs, founders and footer (contract P1.1, P1.2, P1.3, P1.4, P2.2, P2.3, P2.5, P2.6, P2.7)', async ({
    page,
  }) => {
    const films: string[] = [];
    page.on('request', (request) => request.resourceType() === 'media' && films.push(request.url()));
    await page.clock.install();
    await page.goto('/', { waitUntil: 'load' });
    await test.step('the banner, which does not move', async () => {
      const first = await page.locator('[data-banner]').textContent();
      await page.clock.runFor(13_000);
      await expect(page.locator('[data-banner]')).toHaveText(first ?? '');
    });
    const main = page.getByRole('main');
    await test.step('sections, numbers and links', async () => {
      await expect(main.getByRole('heading', { level: 2 })).toHaveText([
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
      const [banner, headline] = [
        await page.locator('[data-banner]').boundingBox(),
        await hero.boundingBox(),
      ];
      expect(banner!.y).toBeLessThan(headline!.y);
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
        '+12 developers',
        '+30 products',
        'about 6 spinouts',
      ]) {
        await expect(roadmap.getByText(target, { exact: true })).toBeVisible();
      }
      await expect(page.locator('#investment')).toContainText('The seed round is closed.');
      const contact = page.locator('#contact');
      await expect(contact.locator('address')).not.toBeEmpty();
      await expect(contact.getByRole('button', { name: 'Join Us' })).toBeVisible();
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:/);
      await expect(footer).toContainText('not an offer of securities');
      const navigation = page.getByRole('navigation').getByRole('link');
      await expect(navigation).toHaveText([
        'New Rules',
        'Model',
        'Roadmap',
        'Founders',
        'Questions',
        'Case Study',
      ]);
      const targets = await navigation.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(targets).toEqual(['#new-rules', '#model', '#roadmap', '#founders', '#questions', '/case-study']);
      await expect(main.getByRole('link', { name: 'View Case Study' })).toHaveAttribute(
        'href',
        '/case-study',
      );
      // From ten people to one.
      const drawings = page.locator('#new-rules li svg');
      const people = await drawings.evaluateAll((all) =>
        all.map(
          (drawing) => [...drawing.querySelectorAll('path')].at(-1)!.getAttribute('d')!.match(/M/g)!.length,
        ),
      );
      expect(people).toEqual([10, 8, 6, 4, 2, 1]);
      for (const drawing of await drawings.all()) await expect(drawing).toBeVisible();
    });

    await test.step('dialogs', async () => {
      await page.locator('#contact').getByRole('button', { name: 'Request Investor Deck' }).click();
      const deck = page.getByRole('dialog', { name: 'Request Investor Deck' });
      await expect(deck).toContainText('SAFE interest goes through the CEO');
      const profile = deck.getByRole('link', { name: 'CEO’s LinkedIn profile' });
      await expect(profile).toHaveAttribute('href', 'https://www.linkedin.com/in/sample-ceo');
      await page.keyboard.press('Escape');
      await page.locator('#model').getByRole('button').click();
      const model = page.getByRole('dialog', { name: 'Why one person is faster' });
      await expect(model).toContainText('communication slows development');
      await expect(model.getByRole('img')).toHaveAccessibleName(/12 people 66/);
      await page.keyboard.press('Escape');
    });
    await test.step('founders', async () => {
      for (const role of ['CEO', 'COO'] as const) {
        const founder = page
          .getByRole('article')
          .filter({ hasText: { CEO: 'Clara Sample', COO: 'Martin Sample' }[role] });
        const portrait = founder.locator('img').first();
        await portrait.scrollIntoViewIfNeeded();
        await expect(portrait).toHaveJSProperty('complete', true);
        await expect(portrait).not.toHaveJSProperty('naturalWidth', 0);
        await expect(founder.getByRole('link', { name: 'LinkedIn profile' })).toHaveAttribute(
          'href',
          `https://www.linkedin.com/in/sample-${role.toLowerCase()}`,
        );
        await founder.getByRole('link', { name: 'Bio' }).click();
        await expect(page).toHaveURL(new RegExp(`#bio-${role.toLowerCase()}$`));
        await expect(page.locator(`#bio-${role.toLowerCase()}`)).toBeInViewport();
      }
    });
    expect(films).toEqual([]);
  });
});

test.describe('with motion, the landing page', () => {
  // The film is decoded in software here: only where motion is the subject.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  // On phones alone: navigation and dialogs are folded away. grid.spec.ts looks at all sections and widths.
  test('its menu leads to sections clear of the sticky header and opens dialogs (contract P2.2) @phone-alone', async ({
    page,
  }) => {
    await page.goto('/');
    await unfold(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Founders', exact: true }).click();
    const target = page.getByRole('heading', { level: 2, name: 'Founders' });
    await expect(target).toBeInViewport();
    await expect(async () => {
      const [header, title] = [await page.getByRole('banner').boundingBox(), await target.boundingBox()];
      expect(title!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
    }).toPass();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.locator('#new-rules li svg').filter({ visible: true })).toHaveCount(6);
    for (const name of ['Admin Login', 'Request Investor Deck']) {
      await unfold(page);
      await page.getByRole('banner').getByRole('button', { name }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
    }
  });

  test('plays its film muted, in a loop, at 0.3 speed, while it is in view and until it is paused, on phones too (contract P2.4)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await page.goto('/', { waitUntil: 'load' });
    const film = page.locator('video');
    for (const [width, height] of [
      [412, 823],
      [740, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(film).toBeInViewport();
      await expect(film).toHaveJSProperty('paused', false);
    }
    await page.setViewportSize({ width: 1350, height: 900 });
    await film.scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', false);
    for (const [property, value] of Object.entries({ muted: true, loop: true, playbackRate: 0.3 })) {
      await expect(film).toHaveJSProperty(property, value);
    }
    await page.locator('#contact').scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', true);
    await film.scrollIntoViewIfNeeded();
    await expect(film).toHaveJSProperty('paused', false);
    await page.getByRole('button', { name: 'Pause film' }).click();
    await expect(film).toHaveJSProperty('paused', true);
    await expect(page.getByRole('button', { name: 'Play film' })).toBeVisible();
  });

  test('turns its banner every 4000 ms with a fade of 150 ms, wraps around after six, and stops when paused (contract P3.6)', async ({
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
      // Each message leads to a page, or to an anchor that exists.
      const href = (await banner.getAttribute('href'))!;
      if (href !== '/case-study') await expect(page.locator(href)).toHaveCount(1);
      await page.clock.runFor(turn === 0 ? 151 : 150);
      seen.push(await banner.textContent());
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen[6]).toBe(seen[0]);
    await banner.focus();
    await page.clock.runFor(8_000);
    expect(await banner.textContent()).toBe(seen[0]);
    await page.getByRole('button', { name: 'Pause announcements' }).click();
    await page.clock.runFor(20_000);
    await expect(banner).toHaveText(seen[0] ?? '');
  });
});

test('the page is complete if its second stylesheet never loads @release', async ({ page }) => {
  await page.route('**/_astro/below.*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Contact' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Join Us' })).toBeVisible();
});

test('Back closes an open dialog, and after that it leaves the page', async ({ page }) => {
  await page.goto('/case-study');
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Join Us' });
  const open = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
    await expect.poll(() => page.evaluate(() => Boolean(history.state?.dialog))).toBe(true);
  };
  await open();
  await dialog.getByLabel('Full name').fill('Sample Builder');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  await open();
  await expect(dialog.getByLabel('Full name')).toHaveValue('Sample Builder');
  await page.reload();
  await open();
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  await open();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('button', { name: 'Join Us' }).first()).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/case-study');
});

test('a press on Join Us before its dialog is parsed opens it afterwards', async ({ page, server }) => {
  const line = await stallDocument(server.url, '<dialog id="join-dialog"');
  await page.goto(line.url, { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
  await expect(page.locator('#join-dialog')).toHaveCount(0);
  line.release();
  await expect(page.getByRole('dialog', { name: 'Join Us' })).toBeVisible();
  line.close();
});

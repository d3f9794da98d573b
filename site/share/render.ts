/**
 * Renders what others show of the site: share images (1200 × 630, one per indexable page) and icons. Once; the results
 * in site/public are committed. Run after changing a headline: node site/share/render.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '@solostead/server-testkit/browser';
import { readContent } from '../src/content/read/read-content.ts';
import { linesOf, places } from '../src/landing/thread/places.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = join(here, '../public');
const content = join(here, '../src/content');
const brand = readContent(content, 'brand');
const landing = readContent(content, 'landing');
const caseStudy = readContent(content, 'caseStudy');
const colours = { ink: '#0c120e', accent: '#0a6349', paper: '#ffffff' };

interface Card {
  headline: string;
  /** A team of twelve and what it costs, or the moment at which the film stops. */
  drawing: { argument: string } | { moment: number };
}

/** The twelve people of the landing page with a line between each two. */
const team = `<path d="${places.map((_, index) => linesOf(index + 1)).join('')}"/>
  <path class="dots" d="${places.map(([x, y]) => `M${x} ${y}h0`).join('')}"/>`;

async function drawCard(page: Page, { headline, drawing }: Card): Promise<Buffer> {
  const face = readFileSync(join(here, '../src/fonts/display.woff2')).toString('base64');
  const card = readFileSync(join(here, 'card.html'), 'utf8').replace(
    'DISPLAY',
    `data:font/woff2;base64,${face}`,
  );
  await page.setContent(card);
  const line = readFileSync(join(here, '../film/one-line.js'), 'utf8').replaceAll('export ', '');
  await page.addScriptTag({ content: `${line}; window.drawFrame = drawFrame;` });
  await page.evaluate(
    ([title, name, shown, lines, palette]) => {
      document.querySelector('h1')!.textContent = title;
      document.querySelector('span')!.textContent = name;
      if ('argument' in shown) {
        document.querySelector('#team')!.innerHTML = lines;
        document.querySelector('#argument')!.textContent = shown.argument;
      } else {
        // @ts-expect-error one-line.js put it there
        window.drawFrame(document.querySelector('canvas')!.getContext('2d'), 1500, shown.moment, palette);
      }
      return document.fonts.ready.then(() => undefined);
    },
    [headline, brand.name, drawing, team, colours] as const,
  );
  return page.screenshot();
}

async function drawCards(): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  mkdirSync(join(out, 'share'), { recursive: true });
  const argument = '12 people, 66 channels.\n1 person, none.';
  const cards: Record<string, Card> = {
    landing: { headline: landing.hero.headline, drawing: { argument } },
    'case-study': { headline: caseStudy.title, drawing: { moment: 0.4 } },
  };
  for (const [name, card] of Object.entries(cards)) {
    const picture = await drawCard(page, card);
    await sharp(picture)
      .png({ palette: true, colours: 64, effort: 10 })
      .toFile(join(out, `share/${name}.png`));
  }
  await browser.close();
}

/** The mark on paper, `inset` of the edge away from it. */
function mark(size: number, inset: number): Buffer {
  const box = 24 / (1 - 2 * inset);
  const from = (24 - box) / 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
    viewBox="${from} ${from} ${box} ${box}" fill="none" stroke-width="3">
    <rect x="${from}" y="${from}" width="${box}" height="${box}" fill="#f5f7f4"/>
    <path stroke="#121613" d="M12 3.5a8.5 8.5 0 1 1-8.5 8.5"/>
    <path stroke="#0a6349" d="M4.6 8.2A8.5 8.5 0 0 1 8.2 4.4"/></svg>`);
}

/** An .ico with one 32 × 32 PNG. */
function ico(png: Buffer): Buffer {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  head.writeUInt32LE(png.length, 14);
  return Buffer.concat([head, png]);
}

async function drawIcons(): Promise<void> {
  const png = (size: number, inset: number) => sharp(mark(size, inset)).png({ palette: true }).toBuffer();
  writeFileSync(join(out, 'favicon.ico'), ico(await sharp(mark(32, 0)).png().toBuffer()));
  writeFileSync(join(out, 'apple-touch-icon.png'), await png(180, 0.12));
  writeFileSync(join(out, 'icon-192.png'), await png(192, 0.06));
  writeFileSync(join(out, 'icon-512.png'), await png(512, 0.06));
  writeFileSync(join(out, 'icon-maskable.png'), await png(512, 0.2));
}

await drawIcons();
await drawCards();

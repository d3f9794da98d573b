import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from '../../build/content-check.mjs';

const dist = mkdtempSync(join(tmpdir(), 'solostead-content-'));
beforeAll(() => {
  for (const file of ['film/still.jpg', 'film/film.webm', 'share/page.png', 'style.css', 'other.html']) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    writeFileSync(join(dist, file), '<p id="there"></p>');
  }
});
afterAll(() => rmSync(dist, { recursive: true }));

const PAGE = `<title>A page of the site</title><link rel="stylesheet" href="/style.css">
<meta property="og:image" content="https://example.org/share/page.png"><h1 id="top">One</h1>
<picture><source srcSet="/film/still.jpg"><img src="/film/still.jpg" alt=""></picture>
<video poster="/film/still.jpg"><source data-src="/film/film.webm"></video><a href="/other#there">other</a>`;

test('accepts a complete page', () => {
  expect(faults(dist, PAGE)).toEqual([]);
});

test.each([
  ['a poster', 'poster="/film/still.jpg"', 'poster="/film/gone.jpg"', 'missing file /film/gone.jpg'],
  ['a source of the poster', 'srcSet="/film/still.jpg"', 'srcSet="/gone.avif"', 'missing file /gone.avif'],
  ['a film', '/film/film.webm', '/film/gone.webm', 'missing file /film/gone.webm'],
  ['a share image', '/share/page.png', '/share/gone.png', 'missing file /share/gone.png'],
  ['a stylesheet', '/style.css', '/gone.css', 'missing file /gone.css'],
  ['a page', '/other#there', '/gone', 'broken link /gone'],
  ['an anchor', '/other#there', '/other#gone', 'broken anchor /other#gone'],
  ['an alternative text', ' alt=""', '', 'no alternative text: <img src="/film/still.jpg">'],
  ['the share image’s name', /<meta[^>]*>/, '', 'no share image'],
])('reports %s that is missing', (_, from, to, fault) => {
  expect(faults(dist, PAGE.replace(from, to))).toEqual([fault]);
});

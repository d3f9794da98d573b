import { describe, expect, test } from 'vitest';
import { escapeHtml, mailButton, mailPage } from './html.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['<b>', '&lt;b&gt;'],
  ['a & b', 'a &amp; b'],
  ['&lt;', '&amp;lt;'],
  [`"'`, '&quot;&#39;'],
  ['</title><script>', '&lt;/title&gt;&lt;script&gt;'],
  ['日本 😀', '日本 😀'],
  ['`=/', '`=/'],
])('%j is written as %j', (text, expected) => {
  expect(escapeHtml(text)).toBe(expected);
});

describe('a button', () => {
  test('stays within its attribute, whatever its address and label contain', () => {
    const button = mailButton('https://example.org/?a=1&b="><script>', 'Say "yes" & <go>');
    expect(button).toContain('href="https://example.org/?a=1&amp;b=&quot;&gt;&lt;script&gt;"');
    expect(button).toContain('>Say &quot;yes&quot; &amp; &lt;go&gt;</a>');
    expect(button.match(/</g)).toHaveLength(4);
  });
});

describe('a page', () => {
  const page = mailPage('Title <&>', '<p>Body</p>');

  test('escapes its title and keeps its body unchanged', () => {
    expect(page).toContain('<title>Title &lt;&amp;&gt;</title>');
    expect(page).toContain('\n<p>Body</p>\n');
  });

  test('loads nothing and runs nothing', () => {
    expect(page).not.toMatch(/https?:|url\(|@import|src=|<link|<script|<img|<iframe|\bon\w+=/i);
  });
});

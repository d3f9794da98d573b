import { expect, test } from 'vitest';
import { fillIn } from './template.ts';

const none = new Set<string>();

test('a text is escaped where it is put in', () => {
  expect(fillIn('<p title="{{a}}">{{a}}{{b}}</p>', { flags: none, texts: { a: `<"&'>` } })).toBe(
    '<p title="&lt;&quot;&amp;&#39;&gt;">&lt;&quot;&amp;&#39;&gt;</p>',
  );
});

test('what an applicant wrote is never read as a part of the page', () => {
  const hostile = '{{key}}<!--when x-->';
  const page = '{{name}}<!--each all-->{{word}}<!--/each all--><!--when x-->no<!--/when x-->';
  const item = { flags: none, texts: { word: hostile } };
  const filled = fillIn(page, {
    flags: none,
    texts: { name: hostile, key: 'secret' },
    lists: { all: [item] },
  });
  expect(filled).not.toContain('secret');
  expect(filled).toBe('{{key}}&lt;!--when x--&gt;'.repeat(2));
});

test('what is not so is left out, with all that stands in it', () => {
  const page = '<!--when a-->a<!--when b-->b<!--/when b--><!--/when a-->.';
  expect(fillIn(page, { flags: new Set(['a']), texts: {} })).toBe('a.');
  expect(fillIn(page, { flags: new Set(['b']), texts: {} })).toBe('.');
  expect(fillIn(page, { flags: new Set(['a', 'b']), texts: {} })).toBe('ab.');
});

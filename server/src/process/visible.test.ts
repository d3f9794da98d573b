import { expect, test } from 'vitest';
import { visible, visibleJson, visibleLines } from './visible.ts';

test.each([
  ['an escape sequence of a terminal', 'a\u001b[31mb', 'a\ufffd[31mb'],
  ['a line break', 'a\r\nb', 'a\ufffd\ufffdb'],
  ['a control character beyond ASCII', 'a\u009bb', 'a\ufffdb'],
  ['a reversal of direction', 'a\u202eb', 'a\ufffdb'],
  ['a line separator', 'a\u2028b', 'a\ufffdb'],
  ['a byte order mark', 'a\ufeffb', 'a\ufffdb'],
  ['a character without width', 'a\u200b\u2060b', 'a\ufffd\ufffdb'],
  ['a tag', 'a\u{e0041}b', 'a\ufffdb'],
])('replaces %s', (_what, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each(['Zoë O’Neill', '李雷', 'محمد', '👩‍💻'])('leaves %s unchanged', (text) => {
  expect(visible(text)).toBe(text);
});

test('keeps the line breaks and tabs of a text', () => {
  expect(visibleLines('a\tb\nc\u001b[2J\u0085\u202e')).toBe('a\tb\nc\ufffd[2J\ufffd\ufffd');
});

test('escapes in JSON, which means the same', () => {
  const row = { name: 'a\u001b\u007f\u009b\u202e\u2066\ufeff\u{e0041}b\nc' };
  const shown = visibleJson(`${JSON.stringify(row)}\n`);
  expect(shown).toBe('{"name":"a\\u001b\\u007f\\u009b\\u202e\\u2066\\ufeff\\udb40\\udc41b\\nc"}\n');
  expect(JSON.parse(shown)).toEqual(row);
});

import { expect, test } from 'vitest';
import { visible } from './visible.ts';

test.each([
  ['an escape sequence of a terminal', 'a\u001b[31mb', 'a\ufffd[31mb'],
  ['a line break', 'a\r\nb', 'a\ufffd\ufffdb'],
  ['a control character beyond ASCII', 'a\u009bb', 'a\ufffdb'],
  ['a reversal of direction', 'a\u202eb', 'a\ufffdb'],
  ['a line separator', 'a\u2028b', 'a\ufffdb'],
])('replaces %s', (_what, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each(['Zoë O’Neill', '李雷', 'محمد', '👩‍💻'])('leaves %s unchanged', (text) => {
  expect(visible(text)).toBe(text);
});

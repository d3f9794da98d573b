import { expect, it } from 'vitest';
import { readRoute, viewQuery } from '../../../route/search.ts';
import { firstView } from '../../../route/view.ts';
import { typedText } from './typed-text.ts';

it.each([
  ['Ada\tLovelace', 'Ada Lovelace'],
  ['\tAda\r\nLovelace\u0000', 'Ada Lovelace'],
  ['\u0085 \t', ''],
  [' Zoë  Quill ', 'Zoë  Quill'],
])('%j becomes %j, which an address can hold', (text, search) => {
  const view = { ...firstView, filter: { search: typedText(text) } };
  expect(readRoute(viewQuery(view)).view.filter.search ?? '').toBe(search);
});

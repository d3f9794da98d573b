import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NoteField } from './NoteField.tsx';

it.each([
  [9_998, '2 characters left'],
  [9_999, '1 character left'],
  [10_001, '1 character too many. The limit is 10,000.'],
  [10_002, '2 characters too many. The limit is 10,000.'],
])('of %i characters says %j', (length, sentence) => {
  const nothing = () => {};
  const props = { label: 'Note', isUnsaved: true, onChange: nothing, onDone: nothing };
  expect(renderToString(createElement(NoteField, { ...props, text: 'x'.repeat(length) }))).toContain(
    sentence,
  );
});

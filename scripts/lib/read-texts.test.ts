import { expect, it } from 'vitest';
import { readTexts } from './read-texts.mjs';

it.each<[string, string, string, string[]]>([
  ['the text of an element', 'a.tsx', 'const a = <p>Two words</p>;', ['Two words']],
  ['an attribute', 'a.tsx', 'const a = <Field label="Two words" />;', ['Two words']],
  [
    'the pieces of a template',
    'a.ts',
    'const a = `First words ${name} last words`;',
    ['First words ', ' last words'],
  ],
  [
    'no comment, import, class or single word',
    'a.tsx',
    'import \'a b\'; // x y\n<p className="a b">one</p>;',
    [],
  ],
  [
    'a message of SQL',
    'a.sql',
    "raise x using message = 'Two words, it''s said.'; -- 'Two words.'",
    ["Two words, it's said."],
  ],
  ['a line of a page', 'a.yaml', '# a comment\ntitle: Two words', ['title: Two words']],
])('reads %s', (_title, file, source, texts) => {
  expect(readTexts(file, source).map(({ text }) => text)).toEqual(texts);
});

import { describe, expect, it } from 'vitest';
import { hasContent } from './contents.rules.ts';

const body = (text: string) => `create function f() returns text language sql as $$ ${text} $$`;

describe('hasContent', () => {
  it.each<[string, string[], string]>([
    ['the same statements', ['create table a ()', 'select 1'], 'create table a ();\n\nselect 1;\n'],
    ['a file without a last semicolon', ['select 1'], 'select 1'],
    ['another split of the same text', ['create table a (); select 1;'], 'create table a ();\nselect 1;'],
    ['another layout', ['create table a (id int)'], 'create table a (\n  id int\n);\n'],
    ['a comment that was added', ['select 1'], '-- why\nselect /* inside */ 1;\n-- end\n'],
    [
      'the rows of a COPY',
      ['copy a from stdin;\n1\t--\n\\.'],
      '\\restrict x\ncopy a from stdin;\n1\t--\n\\.\n',
    ],
    ["another system's line ends", [body('select 1,\n2')], `${body('select 1,\r\n2')};\r\n`],
    ['an empty file', [], '-- nothing yet\n'],
  ])('accepts %s', (_what, statements, text) => {
    expect(hasContent(statements, text)).toBe(true);
  });

  it.each<[string, string[], string]>([
    ['another statement', ['select 1'], 'select 2;'],
    ['a statement that was added', ['select 1'], 'select 1; select 2;'],
    ['a statement that was removed', ['select 1', 'select 2'], 'select 1;'],
    ['space in a string', ["select 'sign in'"], "select 'signin';"],
    ['space in a name', ['select 1 as "a b"'], 'select 1 as "ab";'],
    ['words that were joined', ['select a b'], 'select ab;'],
    ['the body of a function', [body('select 1')], `${body('select 2')};`],
    ['a comment in a function', [body('select 1')], `${body('select 1 -- why\n')};`],
    ['space in the rows of a COPY', ['copy a from stdin;\n1\t2\n\\.'], 'copy a from stdin;\n12\n\\.\n'],
    ['a semicolon in a string', ["select ';'"], "select '';"],
  ])('refuses %s', (_what, statements, text) => {
    expect(hasContent(statements, text)).toBe(false);
  });
});

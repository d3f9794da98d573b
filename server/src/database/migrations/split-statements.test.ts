import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('splits a script with a long string and a long comment', () => {
  const [text, remark] = ["it''s; ".repeat(1_000_000), '* ; '.repeat(100_000)];
  expect(splitStatements(`select '${text}'; /* ${remark} */ select e'${text}'`)).toHaveLength(2);
});

test.each([
  ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['a last one without its semicolon', 'select 1;\nselect 2\n', ['select 1', 'select 2']],
  ['a semicolon in a string', "select 'a;''b;' ; select 2", ["select 'a;''b;'", 'select 2']],
  ['an escaped quote', String.raw`select e'a\';b'; select 2`, [String.raw`select e'a\';b'`, 'select 2']],
  ['a semicolon in a name', 'select 1 as "a;b"', ['select 1 as "a;b"']],
  ['a function body', 'do $a$ begin; $$;$$; end $a$; select 2', ['do $a$ begin; $$;$$; end $a$', 'select 2']],
  [
    'a comment in a comment',
    "/* a /* b; */ don't; */ select 1; select 2",
    ["/* a /* b; */ don't; */ select 1", 'select 2'],
  ],
  ['a tag with an umlaut', 'select $ä$;$ä$; select ä$b$c;', ['select $ä$;$ä$', 'select ä$b$c']],
  [
    'a body of standard SQL',
    'create function f() returns int BEGIN ATOMIC select case when true then 1 end; select 2; END; select 3',
    [
      'create function f() returns int BEGIN ATOMIC select case when true then 1 end; select 2; END',
      'select 3',
    ],
  ],
  ['a transaction', 'begin; select 1; end; select 2', ['begin', 'select 1', 'end', 'select 2']],
  ['comments', '-- a;\nselect 1 /* ; */; -- b;\n', ['-- a;\nselect 1 /* ; */']],
  ['dollars inside names', 'select a$b$c; select $b$;$b$', ['select a$b$c', 'select $b$;$b$']],
  ['nothing', ' ;; -- nothing\n', []],
])('%s', (_title, script, statements) => {
  expect(splitStatements(script)).toEqual(statements);
});

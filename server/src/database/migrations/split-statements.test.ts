import { expect, test } from 'vitest';
import { copiedRows, splitStatements } from './split-statements.ts';

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
  [
    'the rows of a COPY',
    "-- Data; of t\ncopy t (a) from stdin;\nit's; $$\n\\.\n\nselect 1; COPY u FROM stdin WITH (format csv);\n\\.\n",
    [
      "-- Data; of t\ncopy t (a) from stdin;\nit's; $$\n\\.",
      'select 1',
      'COPY u FROM stdin WITH (format csv);\n\\.',
    ],
  ],
  ["psql's commands around a dump", '\\restrict aB3\nselect 1;\n\\unrestrict aB3\n', ['select 1']],
])('%s', (_title, script, statements) => {
  expect(splitStatements(script)).toEqual(statements);
});

test.each([
  ['copy t from stdin;\n1\n2\n\\.', { copy: 'copy t from stdin', rows: '1\n2\n' }],
  ['-- a;\ncopy t from stdin;\n\\.', { copy: '-- a;\ncopy t from stdin', rows: '' }],
  ['copy t from stdin', { copy: 'copy t from stdin', rows: '' }],
  ["copy t from '/tmp/t.csv'", null],
  ["insert into t values ('copy t from stdin;')", null],
])('reads the rows of %j', (statement, copied) => {
  expect(copiedRows(statement)).toEqual(copied);
});

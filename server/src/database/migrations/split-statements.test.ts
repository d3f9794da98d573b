import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test.each([
  ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['a last one without its semicolon', 'select 1;\nselect 2\n', ['select 1', 'select 2']],
  ['a semicolon in a string', "select 'a;''b;' ; select 2", ["select 'a;''b;'", 'select 2']],
  ['an escaped quote', String.raw`select e'a\';b'; select 2`, [String.raw`select e'a\';b'`, 'select 2']],
  ['a semicolon in a name', 'select 1 as "a;b"', ['select 1 as "a;b"']],
  ['a function body', 'do $a$ begin; $$;$$; end $a$; select 2', ['do $a$ begin; $$;$$; end $a$', 'select 2']],
  ['comments', '-- a;\nselect 1 /* ; */; -- b;\n', ['-- a;\nselect 1 /* ; */']],
  ['dollars inside names', 'select a$b$c; select $b$;$b$', ['select a$b$c', 'select $b$;$b$']],
  ['nothing', ' ;; -- nothing\n', []],
])('%s', (_title, script, statements) => {
  expect(splitStatements(script)).toEqual(statements);
});

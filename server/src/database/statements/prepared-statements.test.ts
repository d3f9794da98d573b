import { expect, test } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

/** Announces and confirms one statement, as a pipeline and PostgreSQL do, and returns its name on the server. */
function prepare(statements: PreparedStatements, name: string, text = `select '${name}'`): string {
  const { serverName } = statements.announce(name, text);
  statements.confirm();
  return serverName;
}

test('a name belongs to one text', () => {
  const statements = new PreparedStatements();
  prepare(statements, 'one', 'select 1');
  expect(() => statements.find('one', 'select 2')).toThrow('the name one belongs to another statement');
});

test('a statement without a name is sent without one, and its parse confirms no other', () => {
  const statements = new PreparedStatements();
  expect(statements.announce(undefined, 'select 1').serverName).toBe('');
  const two = statements.announce('two', 'select 2');
  statements.confirm();
  expect(statements.find('two', 'select 2')).toBeNull();
  statements.confirm();
  expect(statements.find('two', 'select 2')).toBe(two);
});

test('parses are confirmed in the order they were sent', () => {
  const statements = new PreparedStatements();
  const names = ['one', 'two', 'three'];
  const announced = names.map((name) => statements.announce(name, name));
  statements.confirm();
  statements.confirm();
  expect(names.map((name) => statements.find(name, name))).toEqual([announced[0], announced[1], null]);
});

test('a statement that a failure skipped is not confirmed by a later parse', () => {
  const statements = new PreparedStatements();
  statements.announce('skipped', 'select 1');
  statements.discardAnnounced();
  prepare(statements, 'later');
  expect(statements.find('skipped', 'select 1')).toBeNull();
  expect(statements.find('later', `select 'later'`)).not.toBeNull();
});

test('closes the least recently used statement beyond two hundred, once', () => {
  const statements = new PreparedStatements();
  const names = Array.from({ length: 200 }, (_, index) => `s${index}`);
  const onServer = names.map((name) => prepare(statements, name));
  expect(statements.takeEvicted()).toEqual([]);
  statements.find('s0', `select 's0'`);
  prepare(statements, 'one more');
  expect(statements.takeEvicted()).toEqual([onServer[1]]);
  expect(statements.takeEvicted()).toEqual([]);
  expect(statements.find('s0', `select 's0'`)).not.toBeNull();
  expect(statements.find('s1', `select 's1'`)).toBeNull();
});

test('a statement that one pipeline parses twice is closed under its first name', () => {
  const statements = new PreparedStatements();
  const [first, second] = [statements.announce('one', 'select 1'), statements.announce('one', 'select 1')];
  statements.confirm();
  statements.confirm();
  expect(statements.find('one', 'select 1')).toBe(second);
  expect(statements.takeEvicted()).toEqual([first.serverName]);
});

test('all are closed after tables changed, and prepared again under other names', () => {
  const statements = new PreparedStatements();
  const names = [prepare(statements, 'one'), prepare(statements, 'two')];
  statements.forget();
  expect(statements.find('one', `select 'one'`)).toBeNull();
  expect(statements.takeEvicted().toSorted()).toEqual(names.toSorted());
  expect(names).not.toContain(prepare(statements, 'one'));
});

test('named by a hash, a statement has the same name on every connection, and no other text has it', () => {
  const announce = (name: string, text: string) => new PreparedStatements().announce(name, text, 'hashed');
  const { serverName } = announce('one', 'select 1');
  expect(serverName).toMatch(/^statement_[\w-]{32}$/);
  expect(announce('another', 'select 1').serverName).toBe(serverName);
  expect(announce('one', 'select 2').serverName).not.toBe(serverName);
});

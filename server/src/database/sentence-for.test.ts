import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailable, PoolBusy } from './database.ts';
import { UserError } from '../configuration/user-error.ts';
import { sentenceFor } from './sentence-for.ts';

const failure = (facts: object) => Object.assign(new Error('failed'), facts);
const refusal = (code: string) => Object.assign(new DatabaseError('said', 4, 'error'), { code });

test.each([
  [
    { code: 'ENOSPC', syscall: 'write' },
    /no room left on the disk of DATA_DIR, BACKUP_DIR or the temporary folder: /,
  ],
  [{ code: 'ENOSPC', syscall: 'write', path: '/data/a' }, /no room left on the disk of \/data\/a: /],
  [{ code: 'EACCES', syscall: 'open', path: '/data/a' }, /^This user may not open \/data\/a: /],
  [{ code: 'ENOENT', syscall: 'open', path: '/data/a' }, /^There is no file or directory \/data\/a\.$/],
  [{ code: 'ENAMETOOLONG', syscall: 'open', path: '/data/a' }, /^The name \/data\/a is too long: /],
  [{ code: 'EISDIR', syscall: 'open', path: '/data/a' }, /^\/data\/a is a directory: name a file\.$/],
  [{ code: 'ENOTDIR', syscall: 'mkdir', path: '/data/a' }, /^\/data\/a is a file or below one: /],
  [{ code: 'EEXIST', syscall: 'mkdir', path: '/data/a' }, /^\/data\/a exists already and is no directory: /],
  [{ code: 'ENOENT', syscall: 'mkdir', path: '/data/a' }, /^\/data\/a cannot be made where it is: /],
  [{ code: 'EPERM', syscall: 'rename', path: '/data/a', dest: '/data/b' }, /may not change \/data\/b: /],
  [
    { code: 'EROFS', syscall: 'open', path: '/data/a', variable: 'DATA_DIR' },
    /^\/data\/a is on a disk that can only be read: name another place in DATA_DIR\.$/,
  ],
  [{ code: 'EROFS', syscall: 'open' }, /^this file is on a disk that can only be read: /],
])('describes %j in a sentence with the path', (facts, sentence) => {
  expect(sentenceFor(failure(facts))).toMatch(sentence);
});

test.each([
  ['a server error', new TypeError('x is not a function')],
  ['a code without a call to the system', failure({ code: 'ENOENT', path: '/data/a' })],
  ['another code', failure({ code: 'EBADF', syscall: 'read' })],
  ['what PostgreSQL thinks of a statement', refusal('42601')],
])('%s keeps its stack trace', (_what, error) => {
  expect(sentenceFor(error)).toBeNull();
});

test('prints a refusal and a full pool unchanged', () => {
  expect(sentenceFor(new UserError('PORT must be a number.'))).toBe('PORT must be a number.');
  expect(sentenceFor(new PoolBusy('All are in use.'))).toBe('All are in use.');
});

test('describes an unavailable or full database in a sentence', () => {
  const cause = failure({ syscall: 'connect' });
  expect(sentenceFor(new DatabaseUnavailable('away', { cause }))).toBe(
    'The database cannot be reached at the moment (failed): see that it runs, then try again.',
  );
  const full = "There is no room left on the database's disk: make some, then try again.";
  expect(sentenceFor(refusal('53100'))).toBe(full);
  expect(sentenceFor(new DatabaseUnavailable('full', { cause: refusal('53100') }))).toBe(full);
});

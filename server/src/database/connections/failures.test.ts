import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, Pool } from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailable, PoolBusy } from '../database.ts';
import { asPromised, hasNoRoom, isReadOnlyRefusal, isUnavailable } from './unavailable.ts';
import { whyUnreachable } from './why-unreachable.ts';

const fromServer = (code: string) => Object.assign(new DatabaseError('said', 4, 'error'), { code });
const fromSystem = (facts: object) => Object.assign(new Error('failed'), facts);

test.each([
  ['the server stops', fromServer('57P01'), true],
  ['the server crashed', fromServer('57P02'), true],
  ['the server starts', fromServer('57P03'), true],
  ['too many connections', fromServer('53300'), true],
  ['a statement that was cancelled', fromServer('57014'), false],
  ['a duplicate', fromServer('23505'), false],
  ['a socket that was refused', fromSystem({ syscall: 'connect', code: 'ECONNREFUSED' }), true],
  ['a missing Unix socket', fromSystem({ syscall: 'connect', code: 'ENOENT', path: '/s' }), true],
  ['a file on a read-only disk', fromSystem({ syscall: 'open', code: 'EROFS', path: '/b' }), false],
  ['a socket that broke under TLS', fromSystem({ code: 'ECONNRESET' }), true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true],
  ['a connection that took too long', new Error('timeout expired'), true],
  ['a pool that is full', new Error('timeout exceeded when trying to connect'), false],
  ['a server error', new TypeError('x is not a function'), false],
  ['no error at all', 'Connection terminated', false],
])('%s: unavailable is %s', (_what, error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
});

const fromPooler = (message: string, severity = 'FATAL') =>
  Object.assign(new DatabaseError(message, 4, 'error'), { code: '08P01', severity });

test.each([
  [fromPooler('server conn crashed?'), true],
  [fromPooler('query_wait_timeout'), true],
  [fromPooler('no more connections allowed (max_client_conn)'), true],
  [fromPooler('password authentication failed'), false],
  [fromPooler('no such database: none'), false],
  [fromPooler('bind message supplies 7 parameters', 'ERROR'), false],
])('PgBouncer’s message %s: unavailable is %s', (error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
});

test.each(['53000', '53100', '53200'])('reports SQLSTATE %s as unavailable for lack of room', (code) => {
  const error = fromServer(code);
  expect(asPromised(error)).toMatchObject({
    name: 'DatabaseUnavailable',
    message: 'The database has no room at the moment.',
    cause: error,
  });
  expect(isUnavailable(error)).toBe(false);
});

test('throws DatabaseUnavailable if the server is unreachable, and the server’s own error otherwise', () => {
  const duplicate = fromServer('23505');
  const away = fromSystem({ syscall: 'connect', code: 'ECONNREFUSED' });
  const known = new DatabaseUnavailable('told before');
  expect(asPromised(duplicate)).toBe(duplicate);
  expect(asPromised(known)).toBe(known);
  expect(asPromised(away)).toMatchObject({ name: 'DatabaseUnavailable', cause: away });
});

test('throws PoolBusy if the pool lends no connection in time', async () => {
  class AlwaysThere extends EventEmitter {
    readonly connect = (connected: () => void) => connected();
  }
  const pool = new Pool({ max: 1, connectionTimeoutMillis: 1, Client: AlwaysThere as never });
  await pool.connect();
  const [error] = await Promise.all([pool.connect().catch(asPromised), pause(2)]);
  expect(error).toBeInstanceOf(PoolBusy);
});

test('a full disk and a read-only server differ from other failures', () => {
  const codes = ['53100', '25006', '53200'];
  expect(codes.map((code) => hasNoRoom(fromServer(code)))).toEqual([true, false, false]);
  expect(codes.map((code) => isReadOnlyRefusal(fromServer(code)))).toEqual([false, true, false]);
});

test.each([
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'its certificate was not signed by'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'its certificate was not signed by'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'name the host as its certificate does'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'have its certificate renewed'],
  [{ code: 'ECONNREFUSED' }, 'check the URL and that it runs'],
  [{ message: 'The server does not support SSL connections' }, 'switch TLS on there'],
  [{ message: 'sslmode=verify-ca requires sslrootcert' }, 'needs sslrootcert'],
  [{ code: 'ENOENT', path: '/no/root.crt' }, 'check the files that the URL names'],
  [{ code: 'ENOENT' }, 'check the URL and that it runs'],
])('%j is explained: %s', (facts, remedy) => {
  expect(whyUnreachable(fromSystem(facts))).toContain(remedy);
});

test('explains an error without a message by its code', () => {
  expect(whyUnreachable(Object.assign(new Error(''), { code: 'ETIMEDOUT' }))).toMatch(/^\(ETIMEDOUT\): /);
});

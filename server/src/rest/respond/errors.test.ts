import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable, PoolBusy } from '../../database/database.ts';
import { databaseError, raisedError } from './database-error.ts';
import { tokenError } from './token-error.ts';

/** An error as PostgreSQL reports it. */
const reported = (code: string, message = 'as reported', more: Partial<DatabaseError> = {}) =>
  Object.assign(new DatabaseError(message, 0, 'error'), { code, ...more });

const answered = (code: string, message?: string, role = 'authenticated') => {
  const { status, body } = databaseError(reported(code, message), role)!;
  return [status, body.code, body.message];
};

describe('an error of PostgreSQL', () => {
  test.each([
    ['08006', 503],
    ['09000', 500],
    ['0L000', 403],
    ['0P000', 403],
    ['21000', 500],
    ['22P02', 400],
    ['23502', 400],
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['25000', 500],
    ['25006', 405],
    ['28000', 403],
    ['2D000', 500],
    ['38000', 500],
    ['40001', 500],
    ['42501', 403],
    ['42601', 400],
    ['42703', 400],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['54001', 400],
    ['55000', 400],
    ['55P03', 500],
    ['57014', 400],
    ['57P01', 503],
    ['P0001', 400],
    ['P0002', 500],
    ['PT402', 402],
    ['PT199', 500],
    ['PT6xx', 500],
    ['ZZZZZ', 400],
  ])('%s is %s', (code, status) => {
    expect(answered(code)).toEqual([status, code, 'as reported']);
  });

  test('a value that is too large to be made is no server error', () => {
    const size = 'invalid memory alloc request size 1677721600';
    expect(answered('XX000', size)).toEqual([400, '54000', 'The request needs too much memory']);
  });

  test.each([
    ['53100', 503],
    ['53300', 503],
    ['53400', 500],
    ['58030', 500],
    ['F0000', 500],
    ['XX000', 500],
  ])('%s is a server error: %s, and its message stays hidden', (code, status) => {
    expect(answered(code, 'could not write /var/lib/x')).toEqual([status, code, 'The database has failed']);
  });

  test('a message that names a file stays hidden, whatever the code', () => {
    expect(answered('42501', 'could not open file "/etc/x" for reading')[2]).toBe('The database has failed');
    expect(answered('42501', 'could not serialize access')[2]).toBe('could not serialize access');
  });

  test('a missing privilege is 401 with WWW-Authenticate for a visitor', () => {
    expect(databaseError(reported('42501'), 'anon')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
    expect(databaseError(reported('42501'), 'service_role')).toMatchObject({ status: 403, headers: {} });
  });

  test.each([
    ['22023', 'role "x" does not exist', 401],
    ['22023', 'invalid value', 400],
    ['21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time', 400],
    ['21000', 'UPDATE requires a WHERE clause', 400],
    ['21000', 'more than one row returned by a subquery', 500],
  ])('%s "%s" is %s', (code, message, status) => {
    expect(answered(code, message)[0]).toBe(status);
  });

  test('passes on detail and hint', () => {
    const error = databaseError(
      reported('23505', 'duplicate', { detail: 'Key (a)', hint: 'another' }),
      'anon',
    );
    expect(error!.body).toEqual({ code: '23505', message: 'duplicate', details: 'Key (a)', hint: 'another' });
  });

  test('an unavailable database is answered with Retry-After', () => {
    const away = databaseError(new DatabaseUnavailable('gone'), 'anon');
    expect(away).toMatchObject({ status: 503, body: { code: 'PGRST000' }, headers: { 'retry-after': '1' } });
    const full = new DatabaseUnavailable('gone', { cause: reported('53300') });
    expect(databaseError(full, 'anon')).toMatchObject({ status: 503, body: { code: '53300' } });
    expect(databaseError(new PoolBusy('busy'), 'anon')).toMatchObject({
      ...away,
      body: { code: 'PGRST003' },
    });
  });

  test('leaves other errors to their handlers', () => {
    expect(databaseError(new TypeError('x'), 'anon')).toBeNull();
    expect(databaseError(undefined, 'anon')).toBeNull();
  });
});

describe("raise sqlstate 'PGRST'", () => {
  const MESSAGE = '{"code":"123","message":"Payment Required"}';
  test('sets status, body and headers of the response', () => {
    const message = '{"code":"123","message":"m","details":"d","hint":"h"}';
    expect(raisedError(message, '{"status":402,"headers":{"X-A":"b"}}')).toMatchObject({
      status: 402,
      body: { code: '123', message: 'm', details: 'd', hint: 'h' },
      headers: { 'X-A': 'b' },
    });
    expect(raisedError(MESSAGE, '{"status":599,"headers":{}}').body).toMatchObject({
      details: null,
      hint: null,
    });
  });

  test.each(['no JSON', 'null', '"text"', '{}', '{"code":1,"message":"m"}', '{"code":"1"}', '[]'])(
    'MESSAGE %s cannot be read',
    (message) => {
      const { status, body } = raisedError(message, null);
      expect([status, body.code, body.details]).toEqual([
        500,
        'PGRST121',
        `Invalid JSON value for MESSAGE: '${message}'`,
      ]);
    },
  );

  test.each([
    [null, 'DETAIL is missing in the RAISE statement'],
    ['no JSON', "Invalid JSON value for DETAIL: 'no JSON'"],
    ['{"status":402}', 'Invalid JSON'],
    ['{"headers":{}}', 'Invalid JSON'],
    ['{"status":199,"headers":{}}', 'Invalid JSON'],
    ['{"status":600,"headers":{}}', 'Invalid JSON'],
    ['{"status":"402","headers":{}}', 'Invalid JSON'],
    ['{"status":402.5,"headers":{}}', 'Invalid JSON'],
    ['{"status":402,"headers":{"a":1}}', 'Invalid JSON'],
    ['{"status":402,"headers":null}', 'Invalid JSON'],
    ['{"status":402,"headers":{"a b":"c"}}', 'Invalid JSON'],
    ['{"status":402,"headers":{"a":"b\\nc"}}', 'Invalid JSON'],
    ['{"status":402,"headers":{"a":"✓"}}', 'Invalid JSON'],
  ])('DETAIL %s cannot be read', (detail, words) => {
    const { status, body } = raisedError(MESSAGE, detail);
    expect([status, body.code]).toEqual([500, 'PGRST121']);
    expect(body.details).toContain(words);
  });
});

test.each([
  ['malformed', 'PGRST301', "JWT couldn't be decoded"],
  ['bad-signature', 'PGRST301', 'No suitable key or wrong key type'],
  ['expired', 'PGRST303', 'JWT expired'],
  ['not-yet-valid', 'PGRST303', 'JWT not yet valid'],
  ['empty', 'PGRST301', 'Empty JWT is sent in Authorization header'],
  ['wrong-exp', 'PGRST303', "The JWT 'exp' claim must be a number"],
  ['wrong-nbf', 'PGRST303', "The JWT 'nbf' claim must be a number"],
  ['wrong-iat', 'PGRST303', "The JWT 'iat' claim must be a number"],
  ['wrong-aud', 'PGRST303', "The JWT 'aud' claim must be a string or an array of strings"],
  ['issued-later', 'PGRST303', 'JWT issued at future'],
  ['unknown-role', 'PGRST301', 'JWT role is not one this API knows'],
] as const)('a bearer that is %s is 401 %s', (fault, code, message) => {
  expect(tokenError(fault)).toMatchObject({
    status: 401,
    body: { code, message },
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  });
});

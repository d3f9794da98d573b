import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable, PoolBusy } from '../../../database/database.ts';
import { authError, otpExpired, weakPassword } from '../errors.ts';
import { asAuthError, errorBody, renderError } from './render-error.ts';

const failing = (facts: object) => Object.assign(new Error('secret detail'), facts);
const FACTOR_NAMES = 'mfa_factors_user_friendly_name_unique';
const UNEXPECTED = 'Unexpected failure, please check server logs for more information';

describe('a thrown value', () => {
  it('passes an answer through unchanged', () => {
    const error = otpExpired();
    expect(asAuthError(error)).toBe(error);
  });

  it.each<[string, unknown, number, string]>([
    ['a large body (contract A0.3)', failing({ statusCode: 413 }), 413, 'request_entity_too_large'],
    ['a refusal by Fastify', failing({ statusCode: 415, code: 'FST_ERR_CTP' }), 415, 'validation_failed'],
    ['a client that left', failing({ statusCode: 400, code: 'ECONNRESET' }), 400, 'validation_failed'],
    ['a provider that disconnected', failing({ code: 'ECONNRESET' }), 500, 'unexpected_failure'],
    ['a failure inside Fastify', failing({ statusCode: 500, code: 'FST_ERR_X' }), 500, 'unexpected_failure'],
    ['a status of others', failing({ statusCode: 404, code: 'OTHER' }), 500, 'unexpected_failure'],
    ['a lock time-out', failing({ code: '55P03' }), 409, 'conflict'],
    ['a deadlock', failing({ code: '40P01' }), 409, 'conflict'],
    ['a serialization failure', failing({ code: '40001' }), 409, 'conflict'],
    ['an address taken by a concurrent request', unique('users_email_partial_key'), 422, 'email_exists'],
    ['a number taken by a concurrent request', unique('users_phone_key'), 422, 'phone_exists'],
    ['a name that another factor has', unique(FACTOR_NAMES), 422, 'mfa_factor_name_conflict'],
    ['another unique constraint', unique('flow_state_pkey'), 409, 'conflict'],
    ['a unique violation without a name', failing({ code: '23505' }), 409, 'conflict'],
    ['a constraint named like a member of objects', unique('constructor'), 409, 'conflict'],
    ['another error of the database', failing({ code: '42P01' }), 500, 'unexpected_failure'],
    ['a lost database', new DatabaseUnavailable('gone'), 503, 'unexpected_failure'],
    ['an error without facts', new Error('secret detail'), 500, 'unexpected_failure'],
    ['facts of other types', failing({ statusCode: '413', code: 7 }), 500, 'unexpected_failure'],
    ['a text', 'secret detail', 500, 'unexpected_failure'],
    ['null', null, 500, 'unexpected_failure'],
    ['undefined', undefined, 500, 'unexpected_failure'],
  ])('%s is answered as %i %s', (_, error, status, code) => {
    expect(asAuthError(error)).toMatchObject({ status, code });
  });

  it.each([
    ['500', new Error('secret detail'), UNEXPECTED],
    ['503', new DatabaseUnavailable('secret detail'), UNEXPECTED],
  ])('shows no detail of a %s', (_, error, message) => {
    expect(asAuthError(error).message).toBe(message);
  });

  it('of a lost database asks to retry after a second', () => {
    expect(asAuthError(new DatabaseUnavailable('gone')).extra.retryAfter).toBe(1);
  });

  function unique(constraint: string) {
    return failing({ code: '23505', constraint });
  }
});

it.each([
  ['logs a full pool', new PoolBusy('busy'), ['auth request failed']],
  ['does not log an unavailable database', new DatabaseUnavailable('gone'), []],
])('%s', async (_, error, expected) => {
  const logged: string[] = [];
  const stream = { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) };
  const app = fastify({ logger: { level: 'error', stream } });
  app.setErrorHandler(renderError);
  app.get('/', async () => {
    throw error;
  });
  expect([(await app.inject('/')).statusCode, logged]).toEqual([503, expected]);
});

describe('the body of an error (contract A0.1)', () => {
  const refused = authError('otp_disabled');
  const failed = authError('unexpected_failure');
  const weak = weakPassword('Too short.', ['length']);
  const reasons = { weak_password: { reasons: ['length'] } };

  it.each([
    ['new', refused, true, { code: 'otp_disabled', message: refused.message }],
    ['old', refused, false, { code: 422, error_code: 'otp_disabled', msg: refused.message }],
    ['new', failed, true, { code: 'unexpected_failure', message: UNEXPECTED }],
    ['old', failed, false, { code: 500, error_code: 'unexpected_failure', msg: UNEXPECTED, error_id: 'r1' }],
    ['new', weak, true, { code: 'weak_password', message: 'Too short.', ...reasons }],
    ['old', weak, false, { code: 422, error_code: 'weak_password', msg: 'Too short.', ...reasons }],
  ])('in its %s shape: %#', (_, error, isNew, expected) => {
    expect(errorBody(error, isNew, 'r1')).toEqual(expected);
  });
});

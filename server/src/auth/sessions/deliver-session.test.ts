import { describe, expect, it } from 'vitest';
import { otpExpired, validationFailed } from '../kernel/errors.ts';
import { DatabaseUnavailable, PoolBusy } from '../../database/database.ts';
import type { Call } from '../kernel/call.ts';
import { faultOf, withCode, withError, withMessage, withSession } from './deliver-session.ts';

const session = {
  access_token: 'header.payload.signature',
  token_type: 'bearer' as const,
  expires_in: 3_600,
  expires_at: 1_767_225_600,
  refresh_token: 'abcdef012345',
  user: { id: 'u1', email: 'ada@example.org' },
};
const fragmentOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));

describe('a session in a fragment (contract A1.8)', () => {
  it('is complete, and the query has none of it', () => {
    const address = withSession('https://lab.example/admin?tab=1', session, 'recovery');
    expect(new URL(address).search).toBe('?tab=1');
    expect(fragmentOf(address)).toEqual({
      access_token: 'header.payload.signature',
      expires_at: '1767225600',
      expires_in: '3600',
      refresh_token: 'abcdef012345',
      sb: '',
      token_type: 'bearer',
      type: 'recovery',
    });
  });

  it('carries a provider’s tokens where there are any', () => {
    const tokens = { provider_token: 'p t', provider_refresh_token: 'p&r' };
    const address = withSession('https://lab.example/', { ...session, ...tokens }, '');
    expect(fragmentOf(address)).toMatchObject(tokens);
    expect(fragmentOf(address)).not.toHaveProperty('type');
  });

  it('replaces a fragment that the target has', () => {
    const address = withSession('https://lab.example/#access_token=forged', session, '');
    expect(fragmentOf(address)['access_token']).toBe('header.payload.signature');
    expect(address).not.toContain('forged');
  });
});

describe('a code in the query', () => {
  it.each([
    ['https://lab.example', 'https://lab.example/?code=c1'],
    ['https://lab.example/admin?tab=1', 'https://lab.example/admin?tab=1&code=c1'],
    ['https://lab.example/?code=old', 'https://lab.example/?code=c1'],
    ['https://lab.example/#there', 'https://lab.example/?code=c1#there'],
    ['org.lab.app://callback', 'org.lab.app://callback?code=c1'],
  ])('for %s gives %s', (target, expected) => {
    expect(withCode(target, 'c1')).toBe(expected);
  });
});

describe('a message', () => {
  it.each([
    [true, '?message=Half+done'],
    [false, ''],
  ])('is in the fragment, and in the query where the flow has a challenge: %s', (isPkce, search) => {
    const url = new URL(withMessage('https://lab.example/', 'Half done', isPkce));
    expect(fragmentOf(url.href)).toEqual({ message: 'Half done', sb: '' });
    expect(url.search).toBe(search);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'invalid_request'],
    [401, 'unauthorized_client'],
    [403, 'access_denied'],
    [404, 'invalid_request'],
    [422, 'invalid_request'],
    [429, 'invalid_request'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('of status %i is the OAuth error %s', (status, error) => {
    const address = withError('https://lab.example/', { status, code: 'conflict', message: 'm' }, false);
    expect(fragmentOf(address)).toEqual({ error, error_code: 'conflict', error_description: 'm', sb: '' });
  });

  it('is in the query too on request, and replaces the target’s own parameters', () => {
    const failure = otpExpired('Email link is invalid');
    const url = new URL(withError('https://lab.example/?error=none', failure, true));
    expect(url.searchParams.getAll('error')).toEqual(['access_denied']);
    expect(url.searchParams.get('error_code')).toBe('otp_expired');
  });

  it('is encoded, so that a message adds no parameter', () => {
    const failure = validationFailed('x&access_token=forged#y');
    const address = withError('https://lab.example/', failure, true);
    expect(fragmentOf(address)).not.toHaveProperty('access_token');
    expect(fragmentOf(address)['error_description']).toBe(failure.message);
  });
});

it('logs a full pool, but not an unavailable database', () => {
  const logged: unknown[] = [];
  const log = { error: (...line: unknown[]) => void logged.push(line) };
  const call = { request: { log } } as unknown as Call;
  const busy = new PoolBusy('busy');
  for (const error of [busy, new DatabaseUnavailable('away')])
    expect(faultOf(call, error, 'callback failed').status).toBe(503);
  expect(logged).toEqual([[{ err: busy }, 'callback failed']]);
});

import { AuthApiError, AuthError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/auth-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BUSY, NO_ANSWER, fetchNotingRetryAfter } from '../../supabase/retry-after.ts';
import { onRefusal } from '../../supabase/refusal.ts';
import { answerOf, refusal } from './answer-of.ts';

beforeEach(() => void vi.stubGlobal('window', new EventTarget()));

describe('an error of the auth library', () => {
  it.each([
    [
      'that the server worded',
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
      { message: 'Invalid login credentials', code: 'invalid_credentials', isOffline: false },
    ],
    [
      'without an answer',
      new AuthRetryableFetchError('Failed to fetch', 0),
      { message: null, isOffline: true },
    ],
    ['of a gateway', new AuthRetryableFetchError('{}', 502), { message: NO_ANSWER, isOffline: false }],
    ['of a busy server', new AuthRetryableFetchError('Wait', 503), { message: BUSY, isOffline: false }],
    ['that says nothing', new AuthApiError('', 500, undefined), { message: null }],
    ['that says an empty object', new AuthApiError('{}', 500, undefined), { message: null }],
    ['without a session', new AuthSessionMissingError(), { code: 'session_not_found' }],
    [
      "in the browser's own name",
      Object.assign(new AuthError('Programmers read this', 400), {
        __isWebAuthnError: true,
        name: 'NotAllowedError',
      }),
      { message: null, code: 'NotAllowedError' },
    ],
  ])('%s', (_title, error, answer) => {
    expect(refusal(error)).toMatchObject({ ok: false, ...answer });
  });

  it.each([
    ['session_not_found', 1],
    ['weak_password', 0],
  ])('with the code %s is announced %i times', (code, times) => {
    const onEnd = vi.fn();
    const stop = onRefusal(onEnd);
    refusal(new AuthApiError('No', 403, code));
    expect(onEnd).toHaveBeenCalledTimes(times);
    stop();
  });

  it('of too many requests says when to try again', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 429, headers: { 'Retry-After': '240' } }));
    await fetchNotingRetryAfter('https://backend.example/');
    const error = new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit');
    expect(refusal(error)).toMatchObject({ message: 'Request rate limit reached', wait: 240 });
  });
});

describe('an answer', () => {
  it.each([
    ['without error', () => Promise.resolve({ error: null }), { ok: true }, 0],
    [
      'of a refusal',
      () => Promise.resolve({ error: new AuthApiError('No', 422, 'weak_password') }),
      { ok: false, message: 'No', code: 'weak_password' },
      0,
    ],
    [
      'of a session that has ended, which the guard notices',
      () => Promise.resolve({ error: new AuthApiError('Gone', 403, 'session_not_found') }),
      { ok: false, code: 'session_not_found' },
      1,
    ],
    ['of a call that throws', () => Promise.reject(new Error('x')), { ok: false, message: null }, 0],
  ])('%s', async (_title, call, answer, refusals) => {
    let notified = 0;
    const stop = onRefusal(() => (notified += 1));
    expect(await answerOf(call())).toMatchObject(answer);
    expect(notified).toBe(refusals);
    stop();
  });
});

import { describe, expect, it } from 'vitest';
import { cameBack, readAuthCallback, withoutAuthCallback } from './auth-callback.ts';

const SITE = 'https://lab.example';

describe('reads an address with', () => {
  it.each([
    [
      'a recovery link',
      '/admin?token_hash=ab&type=recovery',
      { kind: 'link', tokenHash: 'ab', type: 'recovery' },
    ],
    ['an invitation', '/admin?token_hash=ab&type=invite', { kind: 'link', tokenHash: 'ab', type: 'invite' }],
    ['a link of another kind', '/admin?token_hash=ab&type=sms', { kind: 'unusable' }],
    ['a link without a hash', '/admin?token_hash=&type=invite', { kind: 'unusable' }],
    ['tokens', '/admin#access_token=x&refresh_token=y&type=recovery', { kind: 'unusable' }],
    ['tokens in the query', '/admin?access_token=x', { kind: 'unusable' }],
    ['tokens next to a code', '/admin?code=c#access_token=x', { kind: 'unusable' }],
    ['tokens next to a link', '/admin?token_hash=ab&type=invite#refresh_token=y', { kind: 'unusable' }],
    ['a code', '/admin?code=c&from=sign-in', { kind: 'code', code: 'c', flowId: null }],
    ['a code of one flow', '/admin?code=c&sb_flow_id=f', { kind: 'code', code: 'c', flowId: 'f' }],
    [
      'a link used twice',
      '/admin#error=access_denied&error_code=otp_expired&error_description=Call+us&sb=',
      { kind: 'failed', code: 'otp_expired' },
    ],
    [
      'a message of someone else next to a link',
      '/admin?token_hash=ab&type=invite&message=x',
      { kind: 'link', tokenHash: 'ab', type: 'invite' },
    ],
    ['words alone', '/admin#error_description=Call+us', { kind: 'failed', code: 'Call us' }],
    ['an error in the query', '/admin?error=server_error', { kind: 'failed', code: 'server_error' }],
    ['a message, which any link may bring', '/admin#message=Confirmed&sb=', { kind: 'nothing' }],
    ['a view', '/admin?view=list', { kind: 'nothing' }],
  ])('%s', (_, address, callback) => {
    expect(readAuthCallback(SITE + address)).toEqual(callback);
  });
});

it.each([
  ['/admin?view=account&error=x&error_code=y#error=x', '/admin?view=account'],
  ['/admin?token_hash=ab&type=invite', '/admin'],
  ['/admin?code=c&from=sign-in', '/admin'],
  ['/admin?view=list#access_token=x', '/admin?view=list'],
])('%s becomes %s', (address, expected) => {
  expect(withoutAuthCallback(SITE + address)).toBe(expected);
});

it.each([
  ['/admin?from=sign-in&error=x', true],
  ['/admin?error=x#from=sign-in', false],
])('%s comes back from a sign-in elsewhere: %s', (address, expected) => {
  expect(cameBack(SITE + address)).toBe(expected);
});

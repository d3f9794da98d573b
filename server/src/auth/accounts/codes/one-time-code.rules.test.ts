import { describe, expect, it } from 'vitest';
import { sampleUser } from '../../kernel/entities/account.sample.ts';
import {
  isExpired,
  isPhoneVerification,
  tokenPurposes,
  type TokenPurpose,
  type TokenType,
  verifications,
} from './one-time-code.rules.ts';

describe('the purposes of codes', () => {
  it.each<[TokenPurpose, TokenType, string | null, string, boolean]>([
    ['signup', 'confirmation_token', 'signup', 'email/signup', true],
    ['invite', 'confirmation_token', 'invite', 'invite', true],
    ['magiclink', 'recovery_token', 'magiclink', 'magiclink', true],
    ['recovery', 'recovery_token', 'recovery', 'recovery', true],
    ['email_change_new', 'email_change_token_new', 'email_change', 'email_change', true],
    ['email_change_current', 'email_change_token_current', 'email_change', 'email_change', true],
    ['reauthentication', 'reauthentication_token', null, 'otp', false],
    ['sms', 'confirmation_token', 'sms', 'otp', false],
    ['phone_change', 'phone_change_token', 'phone_change', 'otp', false],
  ])('%s: %s, verified as %s, %s', (purpose, token, verification, method, isLinked) => {
    expect(tokenPurposes[purpose]).toMatchObject({ token, verification, method, isLinked });
  });

  it('are each verified by the types of mails that the contract names (contract A1.7)', () => {
    expect(verifications).toMatchObject({
      signup: ['confirmation_token'],
      invite: ['confirmation_token'],
      magiclink: ['recovery_token'],
      recovery: ['recovery_token'],
      email: ['confirmation_token', 'recovery_token'],
    });
  });

  it('is never accepted as another kind of code', () => {
    const byRecovery = ['confirmation_token', 'reauthentication_token', 'phone_change_token'];
    expect(verifications['recovery']).not.toEqual(
      expect.arrayContaining([expect.stringMatching(byRecovery.join('|'))]),
    );
    for (const types of Object.values(verifications)) expect(types).not.toContain('reauthentication_token');
    for (const type of ['sms', 'phone_change']) {
      expect(verifications[type]).not.toContain('recovery_token');
    }
  });

  it.each([
    ['sms', true],
    ['phone_change', true],
    ['email', false],
    ['', false],
    ['SMS', false],
  ])('%s goes to a phone: %s', (type, expected) => {
    expect(isPhoneVerification(type)).toBe(expected);
  });
});

describe('a code’s life (contract A1.7)', () => {
  const sent = '2026-03-01T10:00:00+00:00';
  const at = Date.parse(sent);

  it.each<[TokenType, string]>([
    ['confirmation_token', 'confirmation_sent_at'],
    ['recovery_token', 'recovery_sent_at'],
    ['email_change_token_new', 'email_change_sent_at'],
    ['email_change_token_current', 'email_change_sent_at'],
    ['reauthentication_token', 'reauthentication_sent_at'],
    ['phone_change_token', 'phone_change_sent_at'],
  ])('of a %s starts at %s', (token, column) => {
    const user = sampleUser({ [column]: sent });
    expect(isExpired(user, token, 3_600, at)).toBe(false);
    expect(isExpired(user, token, 3_600, at + 3_600_000)).toBe(false);
    expect(isExpired(user, token, 3_600, at + 3_600_001)).toBe(true);
    expect(isExpired(sampleUser(), token, 3_600, at)).toBe(true);
  });
});

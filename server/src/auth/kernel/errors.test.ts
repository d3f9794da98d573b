import { describe, expect, it } from 'vitest';
import { authError } from './errors.ts';

describe('an error of the auth service', () => {
  it('has the status and message of its code', () => {
    expect(authError('mfa_factor_not_found')).toMatchObject({ status: 404, message: 'Factor not found' });
  });

  it('has the status and message that a throw gives', () => {
    const details = { status: 422, message: 'MFA factor with the provided challenge ID not found' } as const;
    expect(authError('mfa_factor_not_found', details)).toMatchObject({ ...details, extra: {} });
  });

  it('compiles with listed codes and statuses only, and with a message where the list has none', () => {
    // @ts-expect-error
    expect(() => authError('mfa_factor_not_fuond')).toThrow();
    // @ts-expect-error
    authError('mfa_factor_not_found', { status: 403 });
    // @ts-expect-error
    authError('validation_failed');
  });
});

import { AuthError } from '../errors.ts';
import type { FactorKind } from './factor-kind.ts';

/** A kind of factor that is not offered. */
export function closedFactor(code: string, text: string, method: string): FactorKind {
  const refuse = async (): Promise<never> => {
    throw new AuthError(422, `mfa_${code}_verify_not_enabled`, `MFA verification is disabled for ${text}`);
  };
  return {
    method,
    name: { code, text },
    isOpen: () => ({ enroll: false, verify: false }),
    enroll: refuse,
    challenge: refuse,
    requireProof: () => {},
    prove: refuse,
  };
}

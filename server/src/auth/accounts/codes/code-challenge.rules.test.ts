import { describe, expect, it } from 'vitest';
import { isVerified, parseCodeChallenge } from './code-challenge.rules.ts';

describe('a code challenge', () => {
  // The example of RFC 7636, appendix B.
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

  it('is absent, or whole (contract A0.10)', () => {
    expect(parseCodeChallenge(null, null)).toBeNull();
    expect(parseCodeChallenge(challenge, 'S256')).toEqual({ challenge, method: 's256' });
    expect(() => parseCodeChallenge(challenge, null)).toThrow(/requires/);
    expect(() => parseCodeChallenge('short', 's256')).toThrow(/between 43 and 128/);
    expect(() => parseCodeChallenge(challenge, 'md5')).toThrow(/method/);
  });

  it('is met by its verifier only', () => {
    expect(isVerified({ challenge, method: 's256' }, verifier)).toBe(true);
    expect(isVerified({ challenge, method: 's256' }, `${verifier}x`)).toBe(false);
    expect(isVerified({ challenge, method: 'plain' }, challenge)).toBe(true);
    expect(isVerified({ challenge, method: 'plain' }, verifier)).toBe(false);
  });
});

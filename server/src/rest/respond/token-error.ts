import type { TokenFault } from '../../gateway/caller.ts';
import { type RestError, restError } from '../errors.ts';

const faults: Readonly<Record<TokenFault | 'empty', readonly ['PGRST301' | 'PGRST303', string]>> = {
  empty: ['PGRST301', 'Empty JWT is sent in Authorization header'],
  malformed: ['PGRST301', "JWT couldn't be decoded"],
  'bad-signature': ['PGRST301', 'No suitable key or wrong key type'],
  'wrong-exp': ['PGRST303', "The JWT 'exp' claim must be a number"],
  'wrong-nbf': ['PGRST303', "The JWT 'nbf' claim must be a number"],
  'wrong-iat': ['PGRST303', "The JWT 'iat' claim must be a number"],
  'wrong-aud': ['PGRST303', "The JWT 'aud' claim must be a string or an array of strings"],
  'issued-later': ['PGRST303', 'JWT issued at future'],
  expired: ['PGRST303', 'JWT expired'],
  'not-yet-valid': ['PGRST303', 'JWT not yet valid'],
  'unknown-role': ['PGRST301', 'JWT role is not one this API knows'],
};

/** The refusal of a bearer as PostgREST answers it. */
export function tokenError(fault: TokenFault | 'empty'): RestError {
  const [code, message] = faults[fault];
  return restError(code, {
    message,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  });
}

import type { TokenFault } from '../../gateway/caller.ts';
import { RestError } from '../errors.ts';

const faults: Readonly<Record<TokenFault, readonly [string, string]>> = {
  malformed: ['PGRST301', "JWT couldn't be decoded"],
  'bad-signature': ['PGRST301', 'No suitable key or wrong key type'],
  'wrong-claims': ['PGRST303', 'Parsing claims failed'],
  'issued-later': ['PGRST303', 'JWT issued at future'],
  expired: ['PGRST303', 'JWT expired'],
  'not-yet-valid': ['PGRST303', 'JWT not yet valid'],
  'unknown-role': ['PGRST301', 'JWT role is not one this API knows'],
};

/** The refusal of a bearer as PostgREST answers it. */
export function tokenError(fault: TokenFault): RestError {
  const [code, message] = faults[fault];
  return new RestError(401, code, message, {
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  });
}

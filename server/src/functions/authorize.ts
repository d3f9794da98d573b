import type { Caller } from '../gateway/caller.ts';
import { FunctionFault } from './errors.ts';

/** Holds a caller to `verify_jwt` of config.toml: a verified token must have come with the request. */
export function authorize(caller: Caller, verifyJwt: boolean): void {
  if (!verifyJwt) return;
  if (caller.fault) throw new FunctionFault('UNAUTHORIZED_INVALID_JWT', caller.fault);
  if (!caller.bearer) throw new FunctionFault('UNAUTHORIZED_NO_AUTH_HEADER');
}

import { type Handler, queryOf, consumeCallerLimit } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';
import type { CallerLimit } from '../kernel/limits/limits.rules.ts';

/** One way to get a session from POST /token. */
export interface Grant {
  /** Counted per address of the caller. */
  readonly limit: CallerLimit;
  readonly handle: Handler;
}

/** POST /token calls the grant that `grant_type` names (contract A2.7). */
export function token(grants: Readonly<Record<string, Grant>>): Handler {
  return async (call) => {
    const name = queryOf(call, 'grant_type') ?? '';
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    await consumeCallerLimit(call, grant.limit);
    return grant.handle(call);
  };
}

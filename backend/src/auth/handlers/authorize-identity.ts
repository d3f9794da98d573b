import { beginExternal } from '../steps/begin-external.ts';
import type { SignedInCall } from '../request/call.ts';
import { queryOf } from '../request/call.ts';
import { AuthError } from '../errors.ts';

/** @throws AuthError 404 manual_linking_disabled */
export function requireManualLinking({ auth }: SignedInCall): void {
  if (auth.settings.manualLinkingEnabled) return;
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

/** GET /user/identities/authorize: where to go to add an identity to this account (auth contract 3). */
export async function authorizeIdentity(call: SignedInCall): Promise<unknown> {
  requireManualLinking(call);
  const url = await beginExternal(call, call.account.user.id);
  if (queryOf(call, 'skip_http_redirect') === 'true') return { url: url.href };
  return void call.reply.redirect(url.href, 302);
}

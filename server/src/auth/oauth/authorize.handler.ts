import { beginExternal } from './begin-external.ts';
import { type Handler, type SignedInCall, queryOf } from '../kernel/call.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { AuthError, sessionNotFound, insufficientAal } from '../kernel/errors.ts';

/** GET /authorize redirects a browser to a provider (contract A5.1). */
export const authorize: Handler = async (call) => {
  const url = await beginExternal(call, null);
  call.reply.redirect(url.href, 302);
};

/**
 * An identity signs in alone, so adding or removing one asks for the assurance level that the account asks for.
 * @throws AuthError 404 manual_linking_disabled, 403 insufficient_aal
 */
export function requireManualLinking(call: SignedInCall): void {
  if (!call.auth.settings.enable_manual_linking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  if (owesSecondFactor(call)) throw insufficientAal('change identities');
}

/** GET /user/identities/authorize returns the address for adding an identity to this account (contract A3.4). */
export async function authorizeIdentity(call: SignedInCall): Promise<unknown> {
  requireManualLinking(call);
  const { account, session } = call;
  if (!session) throw sessionNotFound();
  const link = { userId: account.user.id, sessionId: session.id, aal: session.aal ?? 'aal1' };
  const url = await beginExternal(call, link);
  if (queryOf(call, 'skip_http_redirect') === 'true') return { url: url.href };
  return void call.reply.redirect(url.href, 302);
}

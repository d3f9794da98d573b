import { z } from 'zod';
import { lockCaller, requireUser } from '../sessions/access.ts';
import { type Call, type Handler, type SignedInCall, bodyOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { knownIssuer } from './providers/external-settings.rules.ts';
import { CLOCK_SKEW_SECONDS, idTokenFault } from './id-token.rules.ts';
import { lockExternalIdentity } from '../accounts/external/known-accounts.store.ts';
import { type ExternalIdentity, openIdProfile } from '../accounts/external/provider-profile.rules.ts';
import { authError, OAuthError, validationFailed } from '../kernel/errors.ts';
import {
  accountOfExternalIdentity,
  requireConfirmed,
  linkIdentity,
} from '../accounts/external/external-account.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { spendProof } from '../accounts/external/spent-proofs.store.ts';
import { refuseUnreachable } from './providers/external-provider.ts';
import type { EnabledProvider } from './providers/external-providers.ts';
import type { VerifyIdToken } from './providers/id-token-verifier.ts';
import { requireManualLinking } from './authorize.handler.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const schema = z.object({
  id_token: z.string().max(16_384).nullish(),
  ...texts('provider', 'client_id', 'issuer', 'access_token', 'nonce'),
  link_identity: z.boolean().nullish(),
});

type Body = z.infer<typeof schema>;

/** POST /token?grant_type=id_token exchanges an issuer's signed ID token for a Session (contract A2.5). */
export const tokenIdToken: Handler = async (call) => {
  const body = bodyOf(call, schema);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  }
  const caller = body.link_identity ? await requireUser(call) : null;
  if (caller) requireManualLinking(caller);
  const { provider, verify } = issuerOf(call, body);
  const { external, end } = await readIdentity(call, body, provider, verify);
  // Header and claims: one signature can be written in several ways.
  const signed = body.id_token.split('.', 2).join('.');
  return transaction(call, async (tx) => {
    if (!(await spendProof(tx, `id_token ${signed}`, end))) {
      throw new OAuthError('invalid request', 'ID token was used before');
    }
    const account = caller
      ? await linkedTo({ ...caller, ...tx, account: caller.account, session: caller.session }, external)
      : await accountOfExternalIdentity(tx, external);
    if (!caller) requireConfirmed(account, external.provider);
    await audit(tx, 'login', account.user.id, { provider: external.provider });
    return issueSession(tx, account, 'oauth');
  });
};

/** Links an identity to the caller, whose session may have ended while the issuer was asked. */
async function linkedTo(admitted: Transaction<SignedInCall>, external: ExternalIdentity): Promise<Account> {
  await lockExternalIdentity(admitted, external);
  const tx = await lockCaller(admitted);
  requireManualLinking(tx);
  return linkIdentity(tx, tx.account, external);
}

function issuerOf(call: Call, body: Body): { provider: EnabledProvider; verify: VerifyIdToken } {
  const { external } = call.auth;
  const byIssuer = [...external.values()].find(
    ({ settings }) =>
      settings.url === body.issuer?.replace(/\/$/, '') && settings.clientIds.includes(body.client_id ?? ''),
  );
  const provider = body.provider ? external.get(body.provider) : byIssuer;
  if (provider?.verifyIdToken) return { provider, verify: provider.verifyIdToken };
  const issuer = body.provider ? knownIssuer(body.provider) : null;
  if (issuer && !provider) {
    throw authError('provider_disabled', { message: `Provider (issuer "${issuer}") is not enabled` });
  }
  const name = (body.provider || body.issuer || '').slice(0, 100);
  throw validationFailed(`Custom OIDC provider "${name}" not allowed`);
}

async function readIdentity(call: Call, body: Body, { settings }: EnabledProvider, verify: VerifyIdToken) {
  const verified = await verify(body.id_token ?? '').catch((error: unknown) =>
    refuseUnreachable(call, error),
  );
  const profile = verified && openIdProfile(verified.claims, settings.url);
  if (!verified || !profile) throw new OAuthError('invalid request', 'Bad ID token');
  const fault = idTokenFault(verified.claims, {
    clientIds: settings.clientIds,
    nonce: body.nonce || null,
    accessToken: body.access_token || null,
    skipNonceCheck: settings.skip_nonce_check,
    algorithm: verified.algorithm,
  });
  if (fault) throw fault;
  const external = { provider: settings.name, profile, isEmailOptional: settings.email_optional };
  return { external, end: new Date((verified.claims.exp! + CLOCK_SKEW_SECONDS) * 1000) };
}

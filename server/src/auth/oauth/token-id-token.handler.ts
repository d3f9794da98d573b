import { z } from 'zod';
import { requireUser } from '../sessions/access.ts';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { audit, transaction } from '../kernel/transaction.ts';
import { knownIssuer } from './providers/external-settings.rules.ts';
import { idTokenFault } from './id-token.rules.ts';
import { openIdProfile } from '../accounts/external/provider-profile.rules.ts';
import { AuthError, OAuthError, validationFailed } from '../kernel/errors.ts';
import {
  accountOfExternalIdentity,
  requireConfirmed,
  linkIdentity,
} from '../accounts/external/external-account.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { spendProof } from '../accounts/external/spent-proofs.store.ts';
import { refuseUnreachable } from './providers/external-provider.ts';
import type { EnabledProvider } from './providers/external-providers.ts';
import { CLOCK_SKEW_SECONDS, type VerifyIdToken } from './providers/id-token-verifier.ts';
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
  const linkTo = body.link_identity ? await requireLinkingUser(call) : null;
  const { provider, verify } = issuerOf(call, body);
  const { external, end } = await readIdentity(call, body, provider, verify);
  // Header and claims: one signature can be written in several ways.
  const signed = body.id_token.split('.', 2).join('.');
  return transaction(call, async (tx) => {
    if (!(await spendProof(tx, `id_token ${signed}`, end))) {
      throw new OAuthError('invalid request', 'ID token was used before');
    }
    const account = linkTo
      ? await linkIdentity(tx, linkTo, external)
      : await accountOfExternalIdentity(tx, external);
    if (!linkTo) requireConfirmed(account, external.provider);
    await audit(tx, 'login', account.user.id, { provider: external.provider });
    return issueSession(tx, account, 'oauth');
  });
};

async function requireLinkingUser(call: Call): Promise<string> {
  const signedIn = await requireUser(call);
  requireManualLinking(signedIn);
  return signedIn.account.user.id;
}

function issuerOf(call: Call, body: Body): { provider: EnabledProvider; verify: VerifyIdToken } {
  const { external } = call.auth.signInMethods;
  const byIssuer = [...external.values()].find(
    ({ settings }) =>
      settings.url === body.issuer?.replace(/\/$/, '') && settings.clientIds.includes(body.client_id ?? ''),
  );
  const provider = body.provider ? external.get(body.provider) : byIssuer;
  if (provider?.verifyIdToken) return { provider, verify: provider.verifyIdToken };
  const issuer = body.provider ? knownIssuer(body.provider) : null;
  if (issuer && !provider) {
    throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
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

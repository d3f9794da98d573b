import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import { deleteOpenFlows } from '../codes/flow-states.store.ts';
import { deleteAllTokens } from '../codes/one-time-tokens.store.ts';
import { providerMetadata } from '../metadata.rules.ts';
import { setOwnIdentity } from '../set-own-identity.ts';
import { getAccount } from '../store/accounts.store.ts';
import { deleteExternalIdentities, deleteOtherIdentities } from '../store/identities.store.ts';
import { updateUser } from '../store/users.store.ts';
import { accountState, type Proof, proofOutcomes } from './proof.rules.ts';

interface Kept {
  /** The identity that a provider has just shown. */
  readonly identityId?: string;
  /** The sign-in method of the flow that this proof ends in a code for. */
  readonly flowMethod?: string;
}

/**
 * Does to an account what a proof of it asks for (contract A1.11); the proof's own code is spent before, and the
 * address confirmed after. Runs in the caller's transaction, which holds the account's row.
 */
export async function settleProof(
  call: Call,
  query: Query,
  account: Account,
  proof: Proof,
  { identityId, flowMethod }: Kept = {},
): Promise<Account> {
  const { user } = account;
  const outcome = proofOutcomes[proof][accountState(user)];
  if (outcome.password === 'dropped') {
    await updateUser(query, user.id, { encrypted_password: null }, presentTime(call));
  }
  if (outcome.identities === 'own') await keepOwnIdentities(call, query, account);
  if (outcome.identities === 'proven') await deleteOtherIdentities(query, user.id, identityId!);
  if (outcome.openFlows === 'ended') {
    await deleteAllTokens(query, user.id);
    await deleteOpenFlows(query, user.id, flowMethod ?? null);
  }
  return getAccount(query, user.id);
}

/** Takes an account for the person who is invited: what a sign-up left before goes, as it would with the proof. */
export const reserveAccount = (call: Call, query: Query, account: Account): Promise<Account> =>
  settleProof(call, query, account, 'invite');

async function keepOwnIdentities(call: Call, query: Query, { user, identities }: Account): Promise<void> {
  if (!identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')) return;
  await deleteExternalIdentities(query, user.id);
  const at = presentTime(call);
  const own = [...(user.email ? ['email'] : []), ...(user.phone ? ['phone'] : [])];
  const kept = { ...user.raw_app_meta_data, ...providerMetadata(own) };
  await updateUser(query, user.id, { raw_app_meta_data: kept }, at);
  await setOwnIdentity(query, { userId: user.id, kind: 'email', address: user.email, at });
  await setOwnIdentity(query, { userId: user.id, kind: 'phone', address: user.phone, at });
}

import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import { deleteOpenFlows } from '../codes/flow-states.store.ts';
import { deleteAllTokens } from '../codes/one-time-tokens.store.ts';
import { providerMetadata } from '../metadata.rules.ts';
import { setOwnIdentity } from '../own-identity.ts';
import { getAccount, updateUser } from '../store/accounts.store.ts';
import { deleteExternalIdentities, deleteOtherIdentities } from '../store/identities.store.ts';
import { accountState, type Proof, proofOutcomes } from './proof.rules.ts';

interface Kept {
  /** The identity that a provider has just shown. */
  readonly identityId?: string;
  /** The sign-in method of the flow that this proof ends in a code for. */
  readonly flowMethod?: string;
}

/**
 * Applies a proof to an account (contract A1.11). The caller uses up the proof's code before and confirms the address
 * after. Runs in the caller's transaction, which locks the account's row.
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
    await updateUser(query, user.id, presentTime(call), { encrypted_password: null });
  }
  if (outcome.identities === 'own') await keepOwnIdentities(call, query, account);
  if (outcome.identities === 'proven') await deleteOtherIdentities(query, user.id, identityId!);
  if (outcome.openFlows === 'ended') {
    await deleteAllTokens(query, user.id);
    await deleteOpenFlows(query, user.id, flowMethod ?? null);
  }
  return getAccount(query, user.id);
}

/**
 * Reserves an account for the invited person. Anything that a sign-up left goes, as with a proof, and so does the
 * user_metadata that it sent.
 */
export async function reserveAccount(call: Call, query: Query, account: Account): Promise<Account> {
  if (accountState(account.user) === 'unproven') {
    await updateUser(query, account.user.id, presentTime(call), { raw_user_meta_data: {} });
  }
  return settleProof(call, query, account, 'invite');
}

async function keepOwnIdentities(call: Call, query: Query, { user, identities }: Account): Promise<void> {
  if (!identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')) return;
  await deleteExternalIdentities(query, user.id);
  const at = presentTime(call);
  const own = [...(user.email ? ['email'] : []), ...(user.phone ? ['phone'] : [])];
  const kept = { ...user.raw_app_meta_data, ...providerMetadata(own) };
  await updateUser(query, user.id, at, { raw_app_meta_data: kept });
  await setOwnIdentity(query, { userId: user.id, kind: 'email', address: user.email, at });
  await setOwnIdentity(query, { userId: user.id, kind: 'phone', address: user.phone, at });
}

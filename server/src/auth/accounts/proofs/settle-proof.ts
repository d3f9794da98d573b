import type { Transaction } from '../../kernel/transaction.ts';
import { type Account, addressKinds } from '../../kernel/entities/account.rules.ts';
import { deleteOpenFlows } from '../codes/flow-states.store.ts';
import { deleteAllTokens } from '../codes/one-time-tokens.store.ts';
import { providerMetadata } from '../metadata.rules.ts';
import { setOwnIdentity } from '../own-identity.ts';
import { getAccount, updateUser } from '../store/accounts.store.ts';
import { deleteExternalIdentities, deleteOtherIdentities } from '../store/identities.store.ts';
import { accountState, type Proof, proofOutcomes } from './proof.rules.ts';

interface Remaining {
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
  tx: Transaction,
  account: Account,
  proof: Proof,
  { identityId, flowMethod }: Remaining = {},
): Promise<Account> {
  const { user } = account;
  const outcome = proofOutcomes[proof][accountState(user)];
  if (outcome.password === 'dropped') {
    await updateUser(tx, user.id, { encrypted_password: null });
  }
  if (outcome.identities === 'own') await keepOwnIdentities(tx, account);
  if (outcome.identities === 'proven') await deleteOtherIdentities(tx, user.id, identityId!);
  if (outcome.openFlows === 'ended') {
    await deleteAllTokens(tx, user.id);
    await deleteOpenFlows(tx, user.id, flowMethod ?? null);
  }
  return getAccount(tx, user.id);
}

/**
 * Reserves an account for the invited person. Anything that a sign-up left goes, as with a proof, and so does the
 * user_metadata that it sent.
 */
export async function reserveAccount(tx: Transaction, account: Account): Promise<Account> {
  if (accountState(account.user) === 'unproven') {
    await updateUser(tx, account.user.id, { raw_user_meta_data: {} });
  }
  return settleProof(tx, account, 'invite');
}

async function keepOwnIdentities(tx: Transaction, { user, identities }: Account): Promise<void> {
  if (!identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')) return;
  await deleteExternalIdentities(tx, user.id);
  const own = addressKinds.filter((kind) => user[kind]);
  const metadata = { ...user.raw_app_meta_data, ...providerMetadata(own) };
  await updateUser(tx, user.id, { raw_app_meta_data: metadata });
  for (const kind of own) await setOwnIdentity(tx, { userId: user.id, kind, address: user[kind]! });
}

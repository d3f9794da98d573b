import type { Dated } from '../../../database/rows.ts';
import { addressKinds } from '../../kernel/entities/account.rules.ts';
import { deleteProviderFlows } from '../codes/flow-states.store.ts';
import { deleteAllTokens, deleteChangeTokens } from '../codes/one-time-tokens.store.ts';
import { updateUser } from '../store/accounts.store.ts';

/** Forgets the changes of address and number that wait for a code, because another person may have begun them. */
export async function dropAddressChanges(db: Dated, userId: string): Promise<void> {
  await updateUser(db, userId, { email_change: '', phone_change: '', email_change_confirm_status: 0 });
  for (const kind of addressKinds) await deleteChangeTokens(db, userId, kind);
}

/**
 * Forgets everything that waits for a code when an account gets a new password: changes, mailed links and flows at
 * providers (contract A3.6). The caller ends the sessions.
 */
export async function dropEverythingPending(db: Dated, userId: string): Promise<void> {
  await dropAddressChanges(db, userId);
  await deleteAllTokens(db, userId);
  await deleteProviderFlows(db, userId);
}

import type { Call } from '../../kernel/call.ts';
import { transaction } from '../../kernel/transaction.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import { codeOfLink, PKCE_PREFIX } from '../../kernel/entities/secrets.rules.ts';
import { type IssuedCode, issueCode } from '../codes/issue-code.ts';
import { findTokenOf } from '../codes/one-time-tokens.store.ts';
import { sendCode } from '../mail/send-mail.ts';
import { lockAccount } from '../store/accounts.store.ts';
import { isProofOpen } from './begin-proof.ts';
import { accountState } from './proof.rules.ts';

/** Mails an invited account its open invitation again, with the same link and code, or a new one once that expired. */
export async function mailInvitation(call: Call, { user }: Account): Promise<void> {
  const code = await invitationOf(call, user.id, user.email!);
  if (code) await sendCode(call, { purpose: 'invite', to: user.email!, code });
}

function invitationOf(call: Call, userId: string, address: string): Promise<IssuedCode | null> {
  return transaction(call, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || accountState(account.user) !== 'invited') return null;
    const open = isProofOpen(tx, account) && (await findTokenOf(tx, userId, 'confirmation_token'));
    if (open && !open.token_hash.startsWith(PKCE_PREFIX)) {
      const { otp_length } = tx.auth.settings.email;
      return { otp: codeOfLink(open.token_hash, otp_length), tokenHash: open.token_hash };
    }
    return issueCode(tx, { purpose: 'invite', userId, address });
  });
}

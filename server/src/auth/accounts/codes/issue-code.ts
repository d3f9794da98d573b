import type { Call } from '../../kernel/call.ts';
import type { Transaction } from '../../kernel/transaction.ts';
import type { CodeChallenge } from './code-challenge.rules.ts';
import { sentAtColumns, type TokenPurpose, tokenPurposes } from './one-time-code.rules.ts';
import * as secrets from '../../kernel/entities/secrets.rules.ts';
import { insertFlowState } from './flow-states.store.ts';
import { putToken } from './one-time-tokens.store.ts';
import { updateUser } from '../store/accounts.store.ts';
import { testCodeOf } from '../../kernel/sms/sms.ts';

export interface CodeOrder {
  readonly purpose: TokenPurpose;
  readonly userId: string;
  /** The address or number the code goes to, which is part of its hash. */
  readonly address: string;
  /** Absent or null in the implicit flow. */
  readonly challenge?: CodeChallenge | null;
  /** A code that was drawn before. Otherwise it is random, or the predefined one of test numbers. */
  readonly otp?: string;
}

export interface IssuedCode {
  /** The digits a user types. */
  readonly otp: string;
  /** The stored hash, which links carry. */
  readonly tokenHash: string;
}

/** Replaces the previous one-time code and creates the flow it belongs to. Runs in the caller's transaction. */
export async function issueCode(tx: Transaction, order: CodeOrder): Promise<IssuedCode> {
  const { token, method } = tokenPurposes[order.purpose];
  const { otp, tokenHash } = drawCode(tx, order);
  const row = {
    user_id: order.userId,
    token_type: token,
    token_hash: tokenHash,
    relates_to: order.address.toLowerCase(),
  };
  const invited = order.purpose === 'invite' ? { invited_at: tx.at } : {};
  // The account before its codes, as a new password locks it before it deletes them.
  await updateUser(tx, order.userId, { [sentAtColumns[token]]: tx.at, ...invited });
  await putToken(tx, row);
  if (order.challenge) {
    const { userId: user_id, challenge } = order;
    const flow = { user_id, challenge, provider_type: 'email', authentication_method: method };
    await insertFlowState(tx, flow);
  }
  return { otp, tokenHash };
}

function drawCode(call: Call, { purpose, address, challenge, otp }: CodeOrder): IssuedCode {
  const { otp_length: length } = call.auth.settings.email;
  if (tokenPurposes[purpose].isLinked) {
    const link = secrets.newLinkToken();
    const prefix = challenge ? secrets.PKCE_PREFIX : '';
    return { otp: secrets.codeOfLink(link, length), tokenHash: prefix + link };
  }
  // A predefined code takes the place of a text message, never of a mail.
  const predefined = address.includes('@') ? undefined : testCodeOf(call, address);
  const code = otp ?? predefined ?? secrets.newOtp(length);
  return { otp: code, tokenHash: secrets.otpHash(address, code) };
}

/**
 * The link that redeems a code in a browser (contract A1.8), at once at `/verify`, by a press at `/verify/page`.
 */
export function actionLink(
  call: Call,
  purpose: TokenPurpose,
  tokenHash: string,
  {
    redirectTo,
    path = '/verify',
  }: { readonly redirectTo: string; readonly path?: '/verify' | '/verify/page' },
): string {
  const query = new URLSearchParams({
    token: tokenHash,
    type: tokenPurposes[purpose].verification ?? '',
    redirect_to: redirectTo,
  });
  return `${call.auth.settings.externalUrl}${path}?${query.toString()}`;
}

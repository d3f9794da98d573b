import { type Transaction, audit } from '../kernel/transaction.ts';
import { applyAddressChange } from '../accounts/changes/change-address.ts';
import { confirmAddress } from '../accounts/own-identity.ts';
import { proofOfToken } from '../accounts/proofs/proof.rules.ts';
import { settleProof } from '../accounts/proofs/settle-proof.ts';
import { type Account, isBanned } from '../kernel/entities/account.rules.ts';
import * as codes from '../accounts/codes/one-time-code.rules.ts';
import { codeOfLink, otpHash, PKCE_PREFIX } from '../kernel/entities/secrets.rules.ts';
import { otpExpired, userBanned } from '../kernel/errors.ts';
import { lockAccount, updateUser } from '../accounts/store/accounts.store.ts';
import * as tokens from '../accounts/codes/one-time-tokens.store.ts';

export interface Redeemed {
  readonly account: Account;
  /** True for the first of two confirmations of an e-mail change, which gives no session yet. */
  readonly awaitsOther?: boolean;
  /** The redeemed code, as a flow's `authentication_method` names it. */
  readonly method: string;
  /** True if the holder of an existing account has shown that they read its mails. */
  readonly isRecovery?: boolean;
}

export interface Claim {
  /** The `type` of /verify, one of `verifications`. */
  readonly type: string;
  /** The token of a mailed link, or a code with the address or number that it was sent to. */
  readonly proof: { readonly link: string } | { readonly address: string; readonly code: string };
  /** Another message when it is missing, used or expired. */
  readonly refusal?: string;
}

/**
 * Uses a one-time code and does what it was sent for. It works for exactly one of any number of parallel uses. Runs
 * in the caller's transaction.
 * @throws AuthError 403 otp_expired, 403 user_banned
 */
export async function redeemCode(tx: Transaction, claim: Claim): Promise<Redeemed> {
  const token = await claimedToken(tx, claim);
  const account = token && (await lockAccount(tx, token.user_id));
  if (!token || !account || !(await tokens.spendToken(tx, token))) throw otpExpired(claim.refusal);
  const { otp_expiry } = tx.auth.settings.email;
  if (codes.isExpired(account.user, token.token_type, otp_expiry, tx.auth.clock.now())) {
    throw otpExpired(claim.refusal);
  }
  if (isBanned(account.user, tx.auth.clock.now())) throw userBanned(403);
  const redeemed = await carryOut(tx, claim.type, token, account);
  await audit(tx, 'login', account.user.id, { method: redeemed.method });
  return redeemed;
}

async function claimedToken(tx: Transaction, { type, proof }: Claim): Promise<tokens.OneTimeTokenRow | null> {
  const types = codes.verifications[type] ?? [];
  if ('link' in proof) {
    const token = await tokens.findToken(tx, types, proof.link);
    // The hash of a code by phone has no more entropy than the code, and attempts at links are not limited.
    return token && isMailAddress(token.relates_to) ? token : null;
  }
  const { address, code } = proof;
  const { otp_length } = tx.auth.settings.email;
  const isTheCode = ({ token_hash }: tokens.OneTimeTokenRow): boolean =>
    isMailAddress(address)
      ? code === codeOfLink(token_hash.replace(PKCE_PREFIX, ''), otp_length)
      : token_hash === otpHash(address, code);
  return (await tokens.findTokensSentTo(tx, types, address)).find(isTheCode) ?? null;
}

const isMailAddress = (address: string): boolean => address.includes('@');

async function carryOut(
  tx: Transaction,
  type: string,
  token: tokens.OneTimeTokenRow,
  account: Account,
): Promise<Redeemed> {
  const kind = codes.isPhoneVerification(type) ? 'phone' : 'email';
  const proof = proofOfToken(token.token_type, type)!;
  if (proof === 'email_change') return confirmEmailChange(tx, token, account);
  const { method } = codes.tokenPurposes[proof];
  const settled = await settleProof(tx, account, proof, { flowMethod: method });
  if (proof === 'phone_change') {
    if (account.user.phone_change !== token.relates_to) throw otpExpired();
    return { account: await applyAddressChange(tx, settled, 'phone', token.relates_to), method };
  }
  const isRecovery = proof === 'recovery' || proof === 'magiclink';
  return { account: await confirmAddress(tx, settled, kind), method, isRecovery };
}

async function confirmEmailChange(tx: Transaction, token: tokens.OneTimeTokenRow, account: Account) {
  const { id, email, email_change, email_change_confirm_status } = account.user;
  const other =
    token.token_type === 'email_change_token_new' ? 'email_change_token_current' : 'email_change_token_new';
  // A link of the admin API may be the only one so far: both addresses have to agree all the same.
  const isFirst =
    email !== null && tx.auth.settings.email.double_confirm_changes && email_change_confirm_status === 0;
  if (isFirst || (await tokens.findTokenOf(tx, id, other))) {
    await updateUser(tx, id, { email_change_confirm_status: 1 });
    return { account, method: 'email_change', awaitsOther: true };
  }
  if (!email_change) throw otpExpired();
  const settled = await settleProof(tx, account, 'email_change', { flowMethod: 'email_change' });
  const changed = await applyAddressChange(tx, settled, 'email', email_change);
  await audit(tx, 'user_modified', id, { changed: ['email'] });
  return { account: changed, method: 'email_change' };
}

/** Returns true if a link belongs to a flow that ends in a code for the browser. */
export const isPkceHash = (hash: string): boolean => hash.startsWith(PKCE_PREFIX);

import { z } from 'zod';
import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import {
  type Call,
  type Handler,
  type SignedInCall,
  bodyOf,
  parameterOf,
  presentTime,
} from '../kernel/call.ts';
import { type UserRow, isUuid } from '../kernel/entities/account.rules.ts';
import { passkeyJson } from './passkey.rules.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { AuthError, validationFailed, insufficientAal } from '../kernel/errors.ts';
import { requirePasskeys } from './ceremony.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import {
  deletePasskey,
  findPasskey,
  listPasskeys,
  renamePasskey,
  type PasskeyRow,
} from './passkeys.store.ts';
import { targetAccount } from '../accounts/target-account.ts';

const schema = z.object({ friendly_name: z.string().nullish() });

/** The passkey a path names, if it is `userId`'s. @throws AuthError 404 validation_failed */
async function target(call: Call, query: Query, userId: string): Promise<PasskeyRow> {
  const id = parameterOf(call, 'passkey_id');
  const passkey = isUuid(id) ? await findPasskey(query, userId, id) : null;
  if (!passkey) throw new AuthError(404, 'validation_failed', 'Passkey not found');
  return passkey;
}

async function remove(call: Call, { id: userId, email }: UserRow, by: string): Promise<undefined> {
  await call.auth.database.transaction(async (query) => {
    const passkey = await target(call, query, userId);
    await deletePasskey(query, passkey.id);
    await audit(call, query, 'passkey_removed', userId, { passkey: passkey.id, by });
  });
  sendNoticeLater(call, 'passkey_removed', email);
  call.reply.code(204);
}

/** GET /passkeys lists the caller's passkeys (contract A6.3). */
export async function listOwnPasskeys(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  return (await listPasskeys(call.auth.database.query, call.account.user.id)).map(passkeyJson);
}

/** PATCH /passkeys/{passkey_id} `{friendly_name}`. */
export async function renameOwnPasskey(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  const name = bodyOf(call, schema).friendly_name?.trim() ?? '';
  if (name.length < 1 || name.length > 120) {
    throw validationFailed('friendly_name must be between 1 and 120 characters');
  }
  const { query } = call.auth.database;
  const passkey = await target(call, query, call.account.user.id);
  await renamePasskey(query, passkey.id, name, presentTime(call));
  return passkeyJson({ ...passkey, friendly_name: name });
}

/** DELETE /passkeys/{passkey_id} → 204. @throws AuthError 403 insufficient_aal */
export async function deleteOwnPasskey(call: SignedInCall): Promise<undefined> {
  requirePasskeys(call);
  if (owesSecondFactor(call)) throw insufficientAal('remove a passkey');
  return remove(call, call.account.user, 'user');
}

/** GET /admin/users/{user_id}/passkeys. */
export const adminListPasskeys: Handler = async (call) => {
  const { user } = await targetAccount(call, call.auth.database.query);
  return (await listPasskeys(call.auth.database.query, user.id)).map(passkeyJson);
};

/** DELETE /admin/users/{user_id}/passkeys/{passkey_id} → 204. */
export const adminDeletePasskey: Handler = async (call) => {
  const { user } = await targetAccount(call, call.auth.database.query);
  return remove(call, user, 'service_role');
};

import { z } from 'zod';
import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit/audit.ts';
import { type SignedInCall, bodyOf, presentTime } from '../kernel/call.ts';
import { applyEmailChange, beginEmailChange } from '../accounts/changes/change-email.ts';
import { countingFailures } from '../kernel/limits/count-failures.ts';
import { changePassword, NONCE_REFUSED, prepareNewPassword } from './change-password.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { owesSecondFactor } from '../kernel/assurance.ts';
import type { CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { mergeMetadata } from '../accounts/metadata.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { AuthError, emailExists, phoneExists } from '../kernel/errors.ts';
import { beginPhoneChange } from '../accounts/changes/change-phone.ts';
import { type CodeDelivery, sendCodeLater, sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { takeOwnMails } from '../accounts/mail/mail-allowance.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountByPhone,
  lockAccount,
} from '../accounts/store/accounts.store.ts';
import { updateUser } from '../accounts/store/users.store.ts';
import { challengeOf, codeBody } from '../accounts/codes/code-body.ts';
import { metadataBody, requireSmall } from '../accounts/metadata-body.ts';

const schema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadataBody.nullish(),
  app_metadata: metadataBody.nullish(),
  channel: z.string().nullish(),
  ...codeBody,
});

type Body = z.infer<typeof schema>;

/** What a body asks for, in stored form; null: no change. */
interface Wishes {
  readonly email: string | null;
  readonly phone: string | null;
}

/** PUT /user: changes one's own account (contract A3.2). */
export async function putUser(call: SignedInCall): Promise<unknown> {
  const body = bodyOf(call, schema);
  const { user } = call.account;
  const challenge = challengeOf(body);
  const wishes = wishesOf(call.account, body);
  refuseWhatIsNotTheirs(call, body, wishes);
  if (wishes.email) await requireFreeEmail(call, wishes.email);
  const passwordHash = body.password
    ? await prepareNewPassword(call, { ...body, password: body.password })
    : null;

  const change = (): Promise<Changed> =>
    call.auth.database.transaction(async (query) => {
      if (passwordHash) await changePassword(call, query, passwordHash, body.nonce ?? null);
      const deliveries = await changeRest(call, query, body, wishes, challenge);
      const changed = Object.keys(body).filter((key) => key !== 'nonce' && !key.startsWith('code_'));
      await audit(call, query, 'user_modified', user.id, { changed });
      return { account: (await findAccount(query, user.id))!, deliveries };
    });
  const { account, deliveries } = body.nonce
    ? await countingFailures(call, `nonce ${user.id}`, change, NONCE_REFUSED)
    : await change();
  for (const delivery of deliveries) sendCodeLater(call, delivery);
  if (passwordHash) sendNoticeLater(call, 'password_changed', user.email);
  return userJson(account);
}

interface Changed {
  readonly account: Account;
  readonly deliveries: readonly CodeDelivery[];
}

/** Metadata, number and address. @returns the mails that the change of address asks for */
async function changeRest(
  call: SignedInCall,
  query: Query,
  body: Body,
  wishes: Wishes,
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const present = (await lockAccount(query, call.account.user.id))!;
  if (body.data) await mergeUserData(call, query, present, body.data);
  if (wishes.phone) await changePhone(call, query, present, wishes.phone);
  if (!wishes.email) return [];
  const { is_anonymous, id } = present.user;
  if (!is_anonymous || call.auth.settings.email.enable_confirmations) {
    return beginEmailChange(call, query, present, wishes.email, challenge);
  }
  await applyEmailChange(call, query, (await findAccount(query, id))!, wishes.email);
  return [];
}

function wishesOf({ user }: Account, body: Body): Wishes {
  const email = body.email ? parseEmail(body.email) : null;
  const phone = body.phone ? parsePhone(body.phone) : null;
  return { email: email === user.email ? null : email, phone: phone === user.phone ? null : phone };
}

/** @throws AuthError 422 validation_failed, 422 user_sso_managed, 403 not_admin, 401 insufficient_aal */
function refuseWhatIsNotTheirs(call: SignedInCall, body: Body, wishes: Wishes): void {
  const { user } = call.account;
  if (body.app_metadata)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (user.is_anonymous && body.password && !wishes.email && !wishes.phone && !user.email && !user.phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  const touchesKeys = Boolean(wishes.email || wishes.phone || body.password);
  if (user.is_sso_user && touchesKeys) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    );
  }
  if (touchesKeys && owesSecondFactor(call)) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
}

async function requireFreeEmail(call: SignedInCall, email: string): Promise<void> {
  if (await findAccountByEmail(call.auth.database.query, email)) throw emailExists();
  const asksBoth = call.account.user.email && call.auth.settings.email.double_confirm_changes;
  await takeOwnMails(call, 'email_change', email, asksBoth ? 2 : 1);
}

async function changePhone(
  call: SignedInCall,
  query: Query,
  account: Account,
  phone: string,
): Promise<Account> {
  if (await findAccountByPhone(query, phone)) throw phoneExists();
  return beginPhoneChange(call, query, account, phone);
}

async function mergeUserData(
  call: SignedInCall,
  query: Query,
  { user }: Account,
  data: Record<string, unknown>,
): Promise<void> {
  const merged = requireSmall('user_metadata', mergeMetadata(user.raw_user_meta_data, data));
  await updateUser(query, user.id, { raw_user_meta_data: merged }, presentTime(call));
}

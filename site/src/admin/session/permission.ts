import { memberData } from '../../supabase/member.ts';
import { hasSession, isSecondFactorDue, readSession } from '../../supabase/session.ts';

/** The access of the signed-in person (contract P3.4, P6.1 and P6.2). The role is read as in contract P7.4. */
export type Permission =
  | { readonly kind: 'admin'; readonly id: string; readonly email: string }
  /** Signed in by one proof alone where the account has a second factor. */
  | { readonly kind: 'proof-due'; readonly id: string; readonly email: string }
  | { readonly kind: 'denied' }
  /** `hasEnded` if there was a session that the server refused to refresh. */
  | { readonly kind: 'signed-out'; readonly hasEnded: boolean }
  /** The role could not be looked up. */
  | { readonly kind: 'unknown' };

/** Milliseconds until an unanswered question counts as unanswerable. */
const TIMEOUT_MS = 10_000;

async function lookUp(onRoleRequested: () => void): Promise<Permission> {
  const hadSession = hasSession();
  const session = await readSession();
  if (!session) return { kind: 'signed-out', hasEnded: hadSession && !hasSession() };
  const { user } = session;
  const person = { id: user.id, email: user.email ?? '' };
  if (await isSecondFactorDue()) return { kind: 'proof-due', ...person };
  onRoleRequested();
  const { data: roles, error } = await memberData().from('user_roles').select('role').eq('user_id', user.id);
  if (error || !Array.isArray(roles)) return { kind: 'unknown' };
  const isAdmin = roles.some(({ role }) => role === 'admin') || (await acceptInvitation());
  return isAdmin ? { kind: 'admin', ...person } : { kind: 'denied' };
}

/** Accepts the invitation of the signed-in person. Returns true if they are a member now. */
async function acceptInvitation(): Promise<boolean> {
  const { data } = await memberData().rpc('accept_invitation');
  return data === true;
}

const afterTimeout = () =>
  new Promise<Permission>((resolve) => setTimeout(resolve, TIMEOUT_MS, { kind: 'unknown' } as const));

/** Asks the database, once, with the session as it is now, and says when no more than the answer is missing. Never throws. */
export function readPermission(onRoleRequested: () => void): Promise<Permission> {
  return Promise.race([lookUp(onRoleRequested).catch(() => ({ kind: 'unknown' }) as const), afterTimeout()]);
}

const accessStates = ['admin', 'second_factor_missing', 'session_ended', 'denied'] as const;

/** Why the backend refused the signed-in person. `unknown` if it gave no reason. */
type AccessState = (typeof accessStates)[number] | 'unknown';

/** Asks the database. Never throws. */
export async function readAccessState(): Promise<AccessState> {
  try {
    const { data } = await memberData().rpc('my_access_state');
    return accessStates.find((one) => one === data) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

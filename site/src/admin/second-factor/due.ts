import { auth } from '../../supabase/auth.ts';

/** Returns true if the session has one proof although the account has a second factor. */
export async function isSecondFactorDue(): Promise<boolean> {
  const { data } = await auth().mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

/** Refreshes the session's factors, because it may name removed ones. */
export async function renewSession(): Promise<void> {
  await auth().refreshSession();
}

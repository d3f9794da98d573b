import { auth } from '../../supabase/auth.ts';

/** True when the session stands on one proof alone although the account has a second factor. */
export async function isSecondFactorDue(): Promise<boolean> {
  const { data } = await auth().mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

/** Has the session say what the account has by now: factors may be gone that it still names. */
export async function renewSession(): Promise<void> {
  await auth().refreshSession();
}

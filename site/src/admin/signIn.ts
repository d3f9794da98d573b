import { isAuthApiError } from '@supabase/auth-js';
import { auth } from '../supabase/auth.ts';

/** How a sign-in ended; `message` is the server's own, null when it said nothing readable. */
export type SignIn = { readonly ok: true } | { readonly ok: false; readonly message: string | null };

/** Signs in by e-mail and password. Never throws. */
export async function signIn(email: string, password: string): Promise<SignIn> {
  try {
    const { error } = await auth().signInWithPassword({ email, password });
    if (!error) return { ok: true };
    return { ok: false, message: isAuthApiError(error) && error.message ? error.message : null };
  } catch {
    return { ok: false, message: null };
  }
}

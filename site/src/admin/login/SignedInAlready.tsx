import { useEffect, useState } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { auth } from '../../supabase/auth.ts';
import { isSecondFactorDue } from '../second-factor/due.ts';
import styles from './LoginDialog.module.css';

/** Whose session lies here; half a sign-in, which owes its second factor, is nobody's. */
async function readWhoIsHere(): Promise<string | null> {
  // In this order: a session that is given up meanwhile is gone when it is read.
  if (await isSecondFactorDue()) return null;
  const { data } = await auth().getSession();
  return data.session?.user.email ?? null;
}

/** The short way for whoever has a session here already. */
export function SignedInAlready({ copy }: { copy: LoginCopy['already'] }) {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    void readWhoIsHere().then(setEmail);
  }, []);
  if (!email) return null;
  return (
    <p className={styles['already']}>
      {copy.lead.replace('{email}', email)} <a href="/admin">{copy.way}</a>
    </p>
  );
}

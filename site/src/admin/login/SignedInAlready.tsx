import { useEffect, useState } from 'react';
import { auth } from '../../supabase/auth.ts';
import { isSecondFactorDue } from '../session/sign-in.ts';
import styles from './LoginDialog.module.css';

/** Returns the account of this browser's session, or null without one or while its second factor is missing. */
async function readWhoIsHere(): Promise<string | null> {
  // In this order, because an abandoned session is gone when it is read.
  if (await isSecondFactorDue()) return null;
  const { data } = await auth().getSession();
  return data.session?.user.email ?? null;
}

/** Leads a person who is signed in already to the dashboard. */
export function SignedInAlready() {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    void readWhoIsHere().then(setEmail);
  }, []);
  if (!email) return null;
  return (
    <p className={styles['already']}>
      {`You are signed in as ${email}.`} <a href="/admin">Go to the dashboard</a>
    </p>
  );
}

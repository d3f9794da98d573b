import { useEffect, useState } from 'react';
import type { LoginCopy } from '../../content/admin.ts';
import { auth } from '../../supabase/auth.ts';
import styles from './LoginDialog.module.css';

/** The short way for whoever has a session here already. */
export function SignedInAlready({ copy }: { copy: LoginCopy['already'] }) {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    void auth()
      .getSession()
      .then(({ data }) => setEmail(data.session?.user.email ?? null));
  }, []);
  if (!email) return null;
  return (
    <p className={styles['already']}>
      {copy.lead.replace('{email}', email)} <a href="/admin">{copy.way}</a>
    </p>
  );
}

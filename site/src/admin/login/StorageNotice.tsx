import { useState } from 'react';
import { SESSION_KEY } from '../../supabase/auth.ts';
import { reachOfSession } from '../../supabase/session-storage.ts';
import styles from './LoginDialog.module.css';

const notices = {
  tab: 'This browser has no room left for this site: you will be signed in in this tab alone.',
  page: 'This browser keeps nothing for this site. Allow it cookies and site data, load the page again, and sign in.',
};

/** Says it where this browser would keep no session, or for this tab alone. */
export function StorageNotice() {
  const [reach] = useState(() => reachOfSession(SESSION_KEY));
  if (reach === 'browser') return null;
  return (
    <p className={styles['notice']} role="alert">
      {notices[reach]}
    </p>
  );
}

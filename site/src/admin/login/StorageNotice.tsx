import { useState } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { SESSION_KEY } from '../../supabase/auth.ts';
import { reachOfSession } from '../../supabase/session-storage.ts';
import styles from './LoginDialog.module.css';

/** Says it where this browser would keep no session, or for this tab alone. */
export function StorageNotice({ copy }: { copy: LoginCopy['storage'] }) {
  const [reach] = useState(() => reachOfSession(SESSION_KEY));
  if (reach === 'browser') return null;
  return (
    <p className={styles['notice']} role="alert">
      {copy[reach]}
    </p>
  );
}

import type { AdminCopy } from '../content/admin.ts';
import { signOutHere } from '../supabase/auth.ts';
import { Button } from '../ui/Button.tsx';
import { useGuard } from './useGuard.ts';
import styles from './AdminArea.module.css';

const goHome = () => location.assign('/');

/** The admin dashboard, for admins only; to anyone else it is a waiting line and then the way home. */
export function AdminArea({ copy }: { copy: AdminCopy }) {
  const admin = useGuard(copy);
  if (!admin)
    return (
      <main className={styles['waiting']}>
        <p aria-live="polite">{copy.loading}</p>
        <noscript>
          <p>{copy.needsScript}</p>
        </noscript>
      </main>
    );
  return (
    <>
      <header className={styles['bar']}>
        <h1 className={styles['title']}>{copy.title}</h1>
        <p className={styles['person']}>{admin.email}</p>
        <div className={styles['ways']}>
          <Button onClick={goHome}>{copy.site}</Button>
          <Button onClick={() => void signOutHere().then(goHome)}>{copy.signOut}</Button>
        </div>
      </header>
      <main className={styles['main']}>
        <p className={styles['welcome']}>{copy.welcome}</p>
      </main>
    </>
  );
}

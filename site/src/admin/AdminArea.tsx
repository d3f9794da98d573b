import type { AdminCopy, LoginCopy } from '../content/admin.ts';
import { signOutHere } from '../supabase/auth.ts';
import { Button } from '../ui/Button.tsx';
import { CodeForm } from './login/CodeForm.tsx';
import { useGuard } from './session/useGuard.ts';
import styles from './AdminArea.module.css';

interface Props {
  copy: AdminCopy;
  login: LoginCopy;
}

const goHome = () => location.assign('/');

/** The admin dashboard, for admins only; to anyone else it is a waiting line and then the way home. */
export function AdminArea({ copy, login }: Props) {
  const [entry, checkAgain] = useGuard(copy);
  if (entry.kind === 'checking')
    return (
      <main className={styles['waiting']}>
        <p aria-live="polite">{copy.loading}</p>
        <noscript>
          <p>{copy.needsScript}</p>
        </noscript>
      </main>
    );
  if (entry.kind === 'code')
    return (
      <main className={styles['code']}>
        <h1 className={styles['title']}>{login.title}</h1>
        <CodeForm copy={login} onProven={checkAgain} />
      </main>
    );
  return (
    <>
      <header className={styles['bar']}>
        <h1 className={styles['title']}>{copy.title}</h1>
        <p className={styles['person']}>{entry.email}</p>
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

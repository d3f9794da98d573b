import { AdminBar } from './AdminBar.tsx';
import { AdminView } from './AdminView.tsx';
import { CodeForm } from './login/CodeForm.tsx';
import { useGuard } from './session/useGuard.ts';
import type { AdminWords } from './words.ts';
import styles from './AdminArea.module.css';

/** The admin dashboard, for admins only; to anyone else it is a waiting line and then the way home. */
export function AdminArea({ copy }: { copy: AdminWords }) {
  const [entry, checkAgain] = useGuard(copy.admin);
  if (entry.kind === 'checking')
    return (
      <main id="main" className={styles['waiting']}>
        <p aria-live="polite">{copy.admin.loading}</p>
        <noscript>
          <p>{copy.admin.needsScript}</p>
        </noscript>
      </main>
    );
  if (entry.kind === 'code')
    return (
      <main id="main" className={styles['code']}>
        <h1 className={styles['title']}>{copy.login.title}</h1>
        <CodeForm copy={copy.login} onProven={checkAgain} />
      </main>
    );
  return (
    <>
      <AdminBar copy={copy.admin} email={entry.email} />
      <main id="main" className={styles['main']}>
        <AdminView copy={copy} />
      </main>
    </>
  );
}

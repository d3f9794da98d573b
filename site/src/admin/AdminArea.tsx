import './layout.css';
import './parts.css';
import { Suspense, useEffect } from 'react';
import { hasSession } from '../supabase/session.ts';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import type { Toast } from '../ui/toast/toast.ts';
import { AdminBar } from './bar/AdminBar.tsx';
import { AdminView, loadAhead, readAhead } from './AdminView.tsx';
import { BarSlots } from './bar/bar-slots.tsx';
import { leaveSignedOut } from './session/leave.ts';
import { useGuard } from './session/use-guard.ts';
import styles from './AdminArea.module.css';

const MailedLinkView = lazyScreen(() => import('./mailed-link/MailedLinkView.tsx'));
const SecondFactorStep = lazyScreen(() => import('./second-factor/SecondFactorStep.tsx'));

const leaveFor = (why: Toast | null) => void leaveSignedOut(why ? [why] : []);

/** The admin dashboard for admins. Others see a waiting line and are then sent home. */
export function AdminArea() {
  const [entry, checkAgain] = useGuard(readAhead);
  useEffect(() => {
    if (hasSession()) loadAhead();
  }, []);
  if (entry.kind === 'checking')
    return (
      <main id="main" className={`stack soft ${styles['waiting']}`}>
        <p aria-live="polite">Checking your permissions…</p>
        <noscript>
          <p>The admin area needs JavaScript.</p>
        </noscript>
      </main>
    );
  if (entry.kind === 'link')
    return (
      <main id="main" className={styles['proof']}>
        <Suspense fallback={<p aria-live="polite">One moment…</p>}>
          <MailedLinkView link={entry.link} onDone={checkAgain} />
        </Suspense>
      </main>
    );
  if (entry.kind === 'proof')
    return (
      <main id="main" className={styles['proof']}>
        <h1 className={`text-xl ${styles['title']}`}>Admin Login</h1>
        <p className={`soft breaks ${styles['proofOf']}`}>Signing in as {entry.email}.</p>
        <Suspense fallback={null}>
          <SecondFactorStep onProven={checkAgain} onLeave={leaveFor} />
        </Suspense>
      </main>
    );
  return (
    <BarSlots>
      <div className={styles['area']}>
        <AdminBar email={entry.email} />
        <main id="main" className={styles['main']}>
          <AdminView email={entry.email} />
        </main>
      </div>
    </BarSlots>
  );
}

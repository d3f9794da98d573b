import { Suspense, useEffect } from 'react';
import { hasSession } from '../supabase/auth.ts';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import type { Toast } from '../ui/toast/toast.ts';
import { AdminBar } from './bar/AdminBar.tsx';
import { AdminView, loadAhead, readAhead, type AdminWords } from './AdminView.tsx';
import { BarSlots } from './bar/bar-slots.tsx';
import { leaveSignedOut } from './session/leave.ts';
import { useGuard } from './session/use-guard.ts';
import styles from './AdminArea.module.css';

const MailedLinkView = lazyScreen(() => import('./mailed-link/MailedLinkView.tsx'));
const SecondFactorStep = lazyScreen(() => import('./second-factor/SecondFactorStep.tsx'));

const leaveFor = (why: Toast | null) => void leaveSignedOut(why ? [why] : []);

/** The admin dashboard for admins. Others see a waiting line and are then sent home. */
export function AdminArea({ copy }: { copy: AdminWords }) {
  const [entry, checkAgain] = useGuard(copy.admin, readAhead);
  useEffect(() => {
    if (hasSession()) loadAhead();
  }, []);
  if (entry.kind === 'checking')
    return (
      <main id="main" className={styles['waiting']}>
        <p aria-live="polite">{copy.admin.loading}</p>
        <noscript>
          <p>{copy.admin.needsScript}</p>
        </noscript>
      </main>
    );
  if (entry.kind === 'link')
    return (
      <main id="main" className={styles['proof']}>
        <Suspense fallback={<p aria-live="polite">{copy.admin.mailedLink.submitting}</p>}>
          <MailedLinkView copy={copy.admin.mailedLink} link={entry.link} onDone={checkAgain} />
        </Suspense>
      </main>
    );
  if (entry.kind === 'proof')
    return (
      <main id="main" className={styles['proof']}>
        <h1 className={styles['title']}>{copy.login.title}</h1>
        <p className={styles['proofOf']}>{copy.admin.proofOf.replace('{email}', entry.email)}</p>
        <Suspense fallback={null}>
          <SecondFactorStep copy={copy.login.secondFactor} onProven={checkAgain} onLeave={leaveFor} />
        </Suspense>
      </main>
    );
  return (
    <BarSlots>
      <div className={styles['area']}>
        <AdminBar copy={copy.admin} email={entry.email} />
        <main id="main" className={styles['main']}>
          <AdminView copy={copy} email={entry.email} />
        </main>
      </div>
    </BarSlots>
  );
}

import './layout.css';
import './parts.css';
import { useEffect } from 'react';
import { hasSession } from '../supabase/session.ts';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import type { Toast } from '../ui/toast/toast.ts';
import { AdminBar } from './bar/AdminBar.tsx';
import { BarSlots } from './bar/bar-slots.tsx';
import { leaveSignedOut } from './session/leave.ts';
import { useGuard } from './session/use-guard.ts';
import styles from './AdminArea.module.css';
import { DataProvider } from './data/DataProvider.tsx';
import { presentRoute, useRoute } from './route/address.ts';

const MailedLinkView = lazyScreen(() => import('./mailed-link/MailedLinkView.tsx'), {
  fallback: <p aria-live="polite">One moment…</p>,
});
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
      <main id="main" className={`stack text-ink-soft ${styles['waiting']}`}>
        <p aria-live="polite">Checking your permissions…</p>
        <noscript>
          <p>The admin area needs JavaScript.</p>
        </noscript>
      </main>
    );
  if (entry.kind === 'link')
    return (
      <main id="main" className={styles['proof']}>
        <MailedLinkView link={entry.link} onDone={checkAgain} />
      </main>
    );
  if (entry.kind === 'proof')
    return (
      <main id="main" className={styles['proof']}>
        <h1 className={`text-xl ${styles['title']}`}>Admin Login</h1>
        <p
          className={`text-ink-soft wrap-anywhere ${styles['proofOf']}`}
        >{`Signing in as ${entry.email}.`}</p>
        <SecondFactorStep onProven={checkAgain} onLeave={leaveFor} />
      </main>
    );
  return (
    <BarSlots>
      <div className={styles['area']}>
        <AdminBar email={entry.email} />
        <main id="main" className={styles['main']}>
          <DataProvider>
            <AdminView email={entry.email} />
          </DataProvider>
        </main>
      </div>
    </BarSlots>
  );
}

const options = { fallback: <div className={`coming ${styles['skeleton']}`} aria-busy="true" /> };
const Review = lazyScreen(() => import('./review/workspace/Review.tsx'), options);
const AccountView = lazyScreen(() => import('./account/AccountView.tsx'), options);
const NewPasswordView = lazyScreen(() => import('./account/password/NewPasswordView.tsx'), options);
const LeavingMails = lazyScreen(async () => {
  const { LeavingMails } = await import('./review/moves/mail/LeavingMails.tsx');
  return { default: LeavingMails };
});

const isReview = () => presentRoute().place === 'review';

/** Asks for the script of what the address asks for, most often the review, while it is found out who is here. */
function loadAhead(): void {
  // A part that is not prefetched is requested when it is shown.
  if (isReview()) Review.load().catch(() => {});
}

/** Asks for what the review shows first, while the role of the person who is signed in is asked for. */
function readAhead(): void {
  // A part that fails here is requested again when it is shown.
  if (isReview())
    Review.load()
      .then((review) => review.readAhead())
      .catch(() => {});
}

const views = { review: Review, account: AccountView, 'new-password': NewPasswordView };

/** The view of the address below the dashboard's head. The scripts of the others are not loaded. */
function AdminView({ email }: { email: string }) {
  const { place } = useRoute();
  const View = views[place];
  return (
    <>
      <View email={email} />
      {place !== 'review' && <LeavingMails />}
    </>
  );
}

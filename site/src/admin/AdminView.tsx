import { Suspense } from 'react';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import { DataProvider } from './data/DataProvider.tsx';
import { presentRoute, useRoute } from './route/address.ts';
import styles from './AdminArea.module.css';

/** Shares overlapping loads and the result of a successful one. After a failure the next call tries again. */
function shared<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let coming: Promise<Module> | undefined;
  return () =>
    (coming ??= load().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
}

const AccountView = lazyScreen(() => import('./account/AccountView.tsx'));
const loadReview = shared(() => import('./review/workspace/Review.tsx'));
const Review = lazyScreen<{ email: string }>(loadReview);
const LeavingMails = lazyScreen(async () => {
  const { LeavingMails } = await import('./review/moves/mail/LeavingMails.tsx');
  return { default: LeavingMails };
});
const NewPasswordView = lazyScreen(() => import('./account/password/NewPasswordView.tsx'));

const isReview = () => presentRoute().place === 'review';

/** Asks for the script of what the address asks for, most often the review, while it is found out who is here. */
export function loadAhead(): void {
  // A part that is not prefetched is requested when it is shown.
  if (isReview()) loadReview().catch(() => {});
}

/** Asks for what the review shows first, while the role of the person who is signed in is asked for. */
export function readAhead(): void {
  // A part that fails here is requested again when it is shown.
  if (isReview())
    loadReview()
      .then((review) => review.readAhead())
      .catch(() => {});
}

const views = { review: Review, account: AccountView, 'new-password': NewPasswordView };

/** The view of the address below the dashboard's head. The scripts of the others are not loaded. */
export function AdminView({ email }: { email: string }) {
  const { place } = useRoute();
  const View = views[place];
  return (
    <Suspense fallback={<div className={`coming ${styles['skeleton']}`} aria-busy="true" />}>
      <View email={email} />
      {place !== 'review' && (
        <DataProvider>
          <LeavingMails />
        </DataProvider>
      )}
    </Suspense>
  );
}

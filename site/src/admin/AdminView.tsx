import { Suspense } from 'react';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import { useRoute } from './route/address.ts';
import type { AdminWords } from './words.ts';
import styles from './AdminArea.module.css';

const AccountView = lazyScreen(() => import('./account/AccountView.tsx'));
const Review = lazyScreen(() => import('./review/Review.tsx'));
const NewPasswordView = lazyScreen(() => import('./account/password/NewPasswordView.tsx'));

/** What the address asks for, below the dashboard's head; the script of the others is not loaded. */
export function AdminView({ copy, email }: { copy: AdminWords; email: string }) {
  const { place } = useRoute();
  if (place !== 'review') {
    const View = place === 'account' ? AccountView : NewPasswordView;
    return (
      <Suspense fallback={<div className={styles['skeleton']} aria-busy="true" />}>
        <View copy={copy.account} email={email} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<div className={styles['skeleton']} aria-busy="true" />}>
      <Review copy={copy.review} />
    </Suspense>
  );
}

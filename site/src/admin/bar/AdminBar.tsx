import { Button } from '../../ui/Button.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { BarSlot } from './bar-slots.tsx';
import { goTo, useRoute } from '../route/address.ts';
import { hrefOfPlace } from '../route/search.ts';
import { leaveSignedOut } from '../session/leave.ts';
import { inPlace } from '../route/ViewLinks.tsx';
import styles from './AdminBar.module.css';

const goHome = () => location.assign('/');

/** The dashboard's head with its title and welcome, the slots of the place below it, and the buttons to leave. */
export function AdminBar({ email }: { email: string }) {
  return (
    <header className={`row gap-5 ${styles['bar']}`}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>Admin Dashboard</h1>
        <p className={styles['welcome']}>Welcome to the admin area.</p>
      </div>
      <BarSlot name="views" className={styles['views']} />
      <Places email={email} />
      <div className={styles['actions']}>
        <Button onClick={goHome}>Go to site</Button>
        <Button onClick={() => void leaveSignedOut()}>Sign out</Button>
      </div>
    </header>
  );
}

function Places({ email }: { email: string }) {
  const { place } = useRoute();
  const start = hrefOfPlace('review');
  return (
    <nav aria-label="Dashboard and account" className={`row gap-4 nowrap ${styles['places']}`}>
      {place !== 'review' && (
        <a href={start} onClick={inPlace(() => goTo(start))}>
          Dashboard
        </a>
      )}
      <BarSlot name="places" className={styles['slot']} />
      <AccountMenu email={email} />
    </nav>
  );
}

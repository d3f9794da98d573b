import { useId, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { BarSlot } from './bar-slots.tsx';
import { goTo, useRoute } from '../route/address.ts';
import { hrefOfPlace } from '../route/search.ts';
import { leaveSignedOut } from '../session/leave.ts';
import { inPlace } from '../route/ViewLinks.tsx';
import styles from './AdminBar.module.css';

const goHome = () => location.assign('/');

/** The dashboard's head (contract P2.10) with its title and welcome, the slots of the place below it, and the buttons to leave. */
export function AdminBar({ email }: { email: string }) {
  return (
    <header className={`row gap-5 ${styles['bar']}`}>
      <div className={`flex-none whitespace-nowrap ${styles['head']}`}>
        <h1 className={styles['title']}>Admin Dashboard</h1>
        <p className={`text-ink-soft ${styles['welcome']}`}>Welcome to the admin area.</p>
      </div>
      <BarSlot name="views" className={`min-w-0 ${styles['views']}`} />
      <Places email={email} />
      <div className={`row gap-2 flex-none ${styles['actions']}`}>
        <Button onClick={goHome}>Go to site</Button>
        <Button onClick={() => void leaveSignedOut()}>Sign out</Button>
      </div>
    </header>
  );
}

function Places({ email }: { email: string }) {
  const { place } = useRoute();
  const start = hrefOfPlace('review');
  const places = useRef<HTMLElement>(null);
  const goToStart = () => {
    goTo(start);
    // The link is not on the dashboard.
    places.current?.querySelector('button')?.focus();
  };
  return (
    <nav
      ref={places}
      aria-label="Dashboard and account"
      className={`row gap-4 flex-none whitespace-nowrap ${styles['places']}`}
    >
      {place !== 'review' && (
        <a href={start} onClick={(event) => inPlace(goToStart)(event)}>
          Dashboard
        </a>
      )}
      <BarSlot name="places" className={styles['slot']} />
      <AccountMenu email={email} />
    </nav>
  );
}

/** Closes a menu by whatever is chosen in it, also in a slot, whose events React does not hand to the menu. */
function closeByChoice(menu: HTMLElement | null) {
  if (!menu) return undefined;
  const close = () => menu.hidePopover();
  menu.addEventListener('click', close);
  return () => menu.removeEventListener('click', close);
}

/** The menu of the signed-in person, with the way to their account and what the screen adds. */
function AccountMenu({ email }: { email: string }) {
  const { place } = useRoute();
  const id = useId();
  const account = hrefOfPlace('account');
  return (
    <>
      <button
        type="button"
        className={`stack flex-none button-reset ${styles['account']}`}
        popoverTarget={id}
        aria-label="Account menu"
      >
        <span className={`stack font-semibold ${styles['initial']}`} aria-hidden="true">
          {email.slice(0, 1).toUpperCase() || <Figure />}
        </span>
      </button>
      <div id={id} ref={closeByChoice} popover="auto" className={`floating ${styles['menu']}`}>
        {email && <p className={`text-ink-soft wrap-anywhere ${styles['who']}`}>{email}</p>}
        <a
          href={account}
          aria-current={place === 'account' ? 'page' : undefined}
          onClick={inPlace(() => goTo(account))}
        >
          Your account
        </a>
        <BarSlot name="account" className={styles['slot']} />
      </div>
    </>
  );
}

/** The icon of a person without a letter, because accounts may have only a telephone number. */
function Figure() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor">
      <circle cx="8" cy="5" r="3" />
      <path d="M2 15a6 6 0 0 1 12 0z" />
    </svg>
  );
}

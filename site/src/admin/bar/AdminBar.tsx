import type { AdminCopy } from '../../content/admin/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { BarSlot } from './bar-slots.tsx';
import { goTo, useRoute } from '../route/address.ts';
import { hrefOfPlace } from '../route/search.ts';
import { leaveSignedOut } from '../session/leave.ts';
import { inPlace } from '../route/ViewLinks.tsx';
import styles from './AdminBar.module.css';

const goHome = () => location.assign('/');

/** Scrolls the focused element into view, because browsers ignore a partly visible one. */
function showWhole({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Listens on the page, because portals in the bar are not its children in React. */
function watchFocus(scroller: HTMLElement | null): () => void {
  scroller?.addEventListener('focusin', showWhole);
  return () => scroller?.removeEventListener('focusin', showWhole);
}

/** The dashboard's head with its title and welcome, the slots of the place below it, and the buttons to leave. */
export function AdminBar({ copy, email }: { copy: AdminCopy; email: string }) {
  return (
    <header className={styles['bar']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{copy.title}</h1>
        <p className={styles['welcome']}>{copy.welcome}</p>
      </div>
      <BarSlot name="views" className={styles['views']} />
      <BarSlot name="search" className={styles['search']} />
      <Places copy={copy} email={email} />
      <div className={styles['actions']}>
        <Button onClick={goHome}>{copy.site}</Button>
        <Button onClick={() => void leaveSignedOut()}>{copy.signOut}</Button>
      </div>
    </header>
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

function Places({ copy: { places }, email }: { copy: AdminCopy; email: string }) {
  const { place } = useRoute();
  const show = (href: string) => inPlace(() => goTo(href));
  const [start, account] = [hrefOfPlace('review'), hrefOfPlace('account')];
  return (
    <nav aria-label={places.label} className={styles['places']}>
      <div className={styles['scroller']} ref={watchFocus}>
        {place !== 'review' && (
          <a href={start} onClick={show(start)}>
            {places.start}
          </a>
        )}
        <BarSlot name="places" className={styles['slot']} />
      </div>
      <a
        href={account}
        title={email || undefined}
        aria-current={place === 'account' ? 'page' : undefined}
        onClick={show(account)}
      >
        <span className={styles['accountWords']}>{places.account}</span>
        <span className={styles['initial']} aria-hidden="true">
          {email.slice(0, 1).toUpperCase() || <Figure />}
        </span>
      </a>
    </nav>
  );
}

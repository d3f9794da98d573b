import type { MouseEvent } from 'react';
import type { AdminCopy } from '../content/admin/admin.ts';
import { Button } from '../ui/Button.tsx';
import { goTo, useAddress } from './address.ts';
import { leaveSignedOut } from './session/leave.ts';
import styles from './AdminArea.module.css';

const goHome = () => location.assign('/');

/** The dashboard's head: its title, where one is, and the ways out. */
export function AdminBar({ copy, email }: { copy: AdminCopy; email: string }) {
  const view = useAddress().get('view') ?? '';
  const show = (to: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(new URLSearchParams(to ? { view: to } : {}));
  };
  const places = [
    { to: '', label: copy.places.start },
    { to: 'account', label: copy.places.account },
  ];
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>{copy.title}</h1>
      <nav aria-label={copy.places.label} className={styles['places']}>
        {places.map(({ to, label }) => (
          <a
            key={to}
            href={to ? `/admin?view=${to}` : '/admin'}
            aria-current={view === to ? 'page' : undefined}
            onClick={show(to)}
          >
            {label}
          </a>
        ))}
      </nav>
      <p className={styles['person']}>{email}</p>
      <div className={styles['actions']}>
        <Button onClick={goHome}>{copy.site}</Button>
        <Button onClick={() => void leaveSignedOut()}>{copy.signOut}</Button>
      </div>
    </header>
  );
}

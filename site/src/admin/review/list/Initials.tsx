import styles from './ApplicationTable.module.css';

/** The first letters of an address's parts: 'ada.byron@…' → 'AB'. */
const initialsOf = (email: string): string =>
  email
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part[0]!.toUpperCase())
    .join('');

/** A member in a narrow column; nothing where there is none. */
export function Initials({ email }: { email: string }) {
  if (!email) return null;
  return (
    <span className={styles['initials']} title={email}>
      <span aria-hidden="true">{initialsOf(email)}</span>
      <span className="visually-hidden">{email}</span>
    </span>
  );
}

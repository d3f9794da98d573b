import styles from './Footer.module.css';

interface Props {
  name: string;
  slogan: string;
  email: string;
  disclaimer: string;
  /** The page's line comes down the right margin and ends in a ring like the mark's. */
  endsThread?: boolean;
  /** A sentence about samples on the page, while there are any. */
  samples?: string | false;
  /** The legal pages. */
  links: { label: string; href: string }[];
}

/** The contact link, the disclaimer (contract P2.7) and the legal pages, on every page a visitor reads. */
export function Footer({ name, slogan, email, disclaimer, samples, links, endsThread = false }: Props) {
  return (
    <footer className={styles['footer']}>
      <div className={`${styles['inner']} ${endsThread ? styles['ends'] : ''}`}>
        <p>
          <strong>{name}</strong>. {slogan}.
        </p>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
        <ul className={styles['links']}>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
        <p className={styles['disclaimer']}>
          {disclaimer} {samples}
        </p>
        {endsThread && (
          <svg viewBox="-50 -50 100 100" fill="none" className={styles['ring']} aria-hidden="true">
            <path d="M0 -49A49 49 0 1 1 -49 0" />
            <path d="M-49 0A49 49 0 0 1 0 -49" className={styles['stake']} />
          </svg>
        )}
      </div>
    </footer>
  );
}

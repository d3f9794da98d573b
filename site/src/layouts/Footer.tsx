import styles from './Footer.module.css';

interface Props {
  name: string;
  slogan: string;
  email: string;
  disclaimer: string;
  /** The legal pages. */
  links: { label: string; href: string }[];
}

/** The contact link, the disclaimer (contract P2.7) and the legal pages, on every page a visitor reads. */
export function Footer({ name, slogan, email, disclaimer, links }: Props) {
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
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
        <p className={styles['disclaimer']}>{disclaimer}</p>
      </div>
    </footer>
  );
}

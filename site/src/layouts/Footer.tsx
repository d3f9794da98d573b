import styles from './Footer.module.css';

interface Props {
  name: string;
  slogan: string;
  email: string;
  disclaimer: string;
}

/** The contact link and the disclaimer (contract P2.7), on every page a visitor reads. */
export function Footer({ name, slogan, email, disclaimer }: Props) {
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <p>
          <strong>{name}</strong>. {slogan}.
        </p>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
        <p className={styles['disclaimer']}>{disclaimer}</p>
      </div>
    </footer>
  );
}

import { ButtonLink } from '../ui/ButtonLink.tsx';
import frame from './frame.module.css';
import styles from './Empower.module.css';

interface Props {
  title: string;
  quote: string;
  source: string;
  text: string;
  caseStudy: string;
}

/** The quote, and the case study as its proof, in the only section on ink. */
export function Empower({ title, quote, source, text, caseStudy }: Props) {
  return (
    <section
      id="empower"
      aria-labelledby="empower-title"
      className={`${styles['empower']} ${frame['rests']}`}
    >
      <div className={styles['inner']}>
        <h2 id="empower-title" className={styles['title']}>
          {title}
        </h2>
        <figure className={styles['quote']}>
          <blockquote>
            <p>{quote}</p>
          </blockquote>
          <figcaption>{source}</figcaption>
        </figure>
        <div className={styles['proof']}>
          <p>{text}</p>
          <ButtonLink href="/case-study" className={styles['link']}>
            {caseStudy}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

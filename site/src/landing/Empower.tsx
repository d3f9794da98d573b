import type { Content } from '../content/read/read-content.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Band } from './Band.tsx';
import styles from './Empower.module.css';

/** The quote, and the case study as its proof, with a picture of what was built. */
export function Empower({ title, quote, source, text, caseStudy, picture }: Content<'landing'>['empower']) {
  return (
    <Band id="empower" title={title} look="ink">
      <div className={styles['body']}>
        <figure className={styles['quote']}>
          <blockquote>
            <p>{quote}</p>
          </blockquote>
          <figcaption>{source}</figcaption>
        </figure>
        <img
          src="/pictures/marketplace.svg"
          alt={picture}
          width="960"
          height="600"
          loading="lazy"
          className={styles['picture']}
        />
        <div className={styles['proof']}>
          <p>{text}</p>
          <ButtonLink href="/case-study" className={styles['link']}>
            {caseStudy}
          </ButtonLink>
        </div>
      </div>
    </Band>
  );
}

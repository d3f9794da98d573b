import type { Content } from '../content/read/read-content.ts';
import styles from './TimelineFigure.module.css';

type Kind = keyof Content<'caseStudy'>['timeline']['kinds'];

const LENGTH = 72;

/** The 72 hours as one bar to scale, and each stretch of it as a line of the log. */
export function TimelineFigure({ figure, kinds, stretches }: Content<'caseStudy'>['timeline']) {
  return (
    <figure className={styles['figure']}>
      <svg
        viewBox={`0 0 ${LENGTH * 10} 60`}
        preserveAspectRatio="none"
        role="img"
        aria-label={figure.description}
      >
        {stretches.map(({ from, to, kind }) => (
          <rect key={from} x={from * 10} width={(to - from) * 10 - 1} height="60" className={styles[kind]} />
        ))}
      </svg>
      <ul className={styles['scale']} aria-hidden="true">
        {[0, 24, 48, 72].map((mark) => (
          <li key={mark}>
            {mark} {figure.hour}
          </li>
        ))}
      </ul>
      <figcaption className="cluster caption">
        {figure.title}
        <span className={`cluster ${styles['key']}`}>
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <span key={kind} className={styles[kind]}>
              {kinds[kind]}
            </span>
          ))}
        </span>
      </figcaption>
      <ol className={styles['log']}>
        {stretches.map(({ from, to, title: name, text, kind }) => (
          <li key={from} className={kind === 'rest' ? styles['sleep'] : undefined}>
            <span className={styles['hours']}>
              {from}–{to} {figure.hour}
            </span>
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </figure>
  );
}

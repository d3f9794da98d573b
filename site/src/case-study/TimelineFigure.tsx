import type { Content } from '../content/read/read-content.ts';
import styles from './TimelineFigure.module.css';

type Copy = Content<'caseStudy'>['timeline'];
type Kind = keyof Copy['kinds'];

const LENGTH = 72;

/** A line for each stretch, with what was there at its end. */
function Log({ figure, stretches }: Pick<Copy, 'figure' | 'stretches'>) {
  return (
    <ol className={styles['log']}>
      {stretches.map(({ from, to, title: name, text, exists, kind }) => (
        <li key={from} id={`hour-${from}`} className={kind === 'rest' ? styles['sleep'] : undefined}>
          <span className={styles['hours']}>
            {from}–{to} {figure.hour}
          </span>
          <div>
            <h3>{name}</h3>
            <p>{text}</p>
            <p className={styles['exists']}>
              <strong>{figure.existed.replace('[hour]', String(to))}</strong>
              {exists}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The 72 hours as one bar to scale, whose stretches lead to the lines of the log and what was there by then. */
export function TimelineFigure({ figure, kinds, stretches }: Copy) {
  return (
    <figure className={styles['figure']}>
      <svg
        viewBox={`0 0 ${LENGTH * 10} 60`}
        preserveAspectRatio="none"
        role="group"
        aria-label={figure.description}
      >
        {stretches.map(({ from, to, kind, title: name }) => (
          <a key={from} href={`#hour-${from}`} aria-label={`${from}–${to} ${figure.hour}, ${name}`}>
            <rect x={from * 10} width={(to - from) * 10 - 1} height="60" className={styles[kind]} />
          </a>
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
      <Log {...{ figure, stretches }} />
    </figure>
  );
}

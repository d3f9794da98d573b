import type { Kind, Stretch } from './copy.ts';
import styles from './TimelineFigure.module.css';

interface Props {
  title: string;
  description: string;
  hour: string;
  kinds: Record<Kind, string>;
  stretches: Stretch[];
}

const LENGTH = 72;

/** The 72 hours as one bar to scale, and each stretch of it as a line of the log. */
export function TimelineFigure({ title, description, hour, kinds, stretches }: Props) {
  return (
    <figure className={styles['figure']}>
      <svg viewBox={`0 0 ${LENGTH * 10} 60`} preserveAspectRatio="none" role="img" aria-label={description}>
        {stretches.map(({ from, to, kind }) => (
          <rect key={from} x={from * 10} width={(to - from) * 10 - 1} height="60" className={styles[kind]} />
        ))}
      </svg>
      <ul className={styles['scale']} aria-hidden="true">
        {[0, 24, 48, 72].map((mark) => (
          <li key={mark}>
            {mark} {hour}
          </li>
        ))}
      </ul>
      <figcaption>
        {title}
        <span className={styles['key']}>
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <span key={kind} className={styles[`${kind}Key`]}>
              {kinds[kind]}
            </span>
          ))}
        </span>
      </figcaption>
      <ol className={styles['log']}>
        {stretches.map(({ from, to, title: name, text, kind }) => (
          <li key={from} className={kind === 'rest' ? styles['sleep'] : undefined}>
            <span className={styles['hours']}>
              {from}–{to} {hour}
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

import type { Content } from '../content/read/read-content.ts';
import styles from './PathFigure.module.css';

/** The stations of a workflow on one line, and the way back from the trial run to its seller. */
export function PathFigure({ figure, path }: Content<'caseStudy'>['built']) {
  return (
    <figure className={styles['figure']} aria-label={figure.description}>
      <ol className={styles['path']}>
        {path.map(({ name, note }) => (
          <li key={name}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <circle cx="12" cy="12" r="6" />
            </svg>
            <strong>{name}</strong>
            <span className="caption">{note}</span>
          </li>
        ))}
      </ol>
      <figcaption className="caption">{figure.title}</figcaption>
    </figure>
  );
}

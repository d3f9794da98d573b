import type { Content } from '../content/read/read-content.ts';
import styles from './HoursFigure.module.css';

/** Bars to one scale, the longest the full width. */
export function HoursFigure({ figure, hours, hoursLabel }: Content<'caseStudy'>['stack']) {
  const most = Math.max(...hours.map((row) => row.hours));
  return (
    <figure className={styles['figure']} aria-label={figure.description}>
      <figcaption>{figure.title}</figcaption>
      <dl>
        {hours.map(({ label, hours: count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                <rect width={count} height="1" />
              </svg>
              <span>
                {count} <span className="visually-hidden">{hoursLabel}</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

import styles from './HoursFigure.module.css';

interface Props {
  title: string;
  description: string;
  hours: { label: string; hours: number }[];
  unit: string;
}

/** Bars to one scale, the longest the full width. */
export function HoursFigure({ title, description, hours, unit }: Props) {
  const most = Math.max(...hours.map((row) => row.hours));
  return (
    <figure className={styles['figure']} aria-label={description}>
      <figcaption>{title}</figcaption>
      <dl>
        {hours.map(({ label, hours: count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                <rect width={count} height="1" />
              </svg>
              <span>
                {count} <span className="visually-hidden">{unit}</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

import styles from './RoadmapFigure.module.css';

interface Props {
  description: string;
  axis: string;
  targets: { month: number; developersInAll: number }[];
}

/** The last target stands at 72 % of the width: the lines go on after it, and so does the lab. */
const LAST = 72;
const HEIGHT = 100;

/** One line per developer, from the month they join; in percent of the figure's width and height. */
function linePerDeveloper(targets: Props['targets'], lastMonth: number, all: number): string {
  const startOf = (developer: number) =>
    targets.find(({ developersInAll }) => developer <= developersInAll)?.month ?? lastMonth;
  return Array.from({ length: all }, (_, index) => {
    const y = HEIGHT - ((index + 1) * (HEIGHT - 4)) / all;
    return `M${(LAST * startOf(index + 1)) / lastMonth} ${y.toFixed(1)}H100`;
  }).join('');
}

/** Developers over months, to scale: a line begins where a person does. */
export function RoadmapFigure({ description, axis, targets }: Props) {
  const last = targets.at(-1);
  if (!last) return null;
  return (
    <figure className={styles['figure']}>
      <div role="img" aria-label={description} className={styles['chart']}>
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" fill="none" aria-hidden="true">
          <path d={linePerDeveloper(targets, last.month, last.developersInAll)} />
        </svg>
        {targets.map(({ month, developersInAll }) => (
          <span key={month} className={styles['count']} aria-hidden="true">
            {developersInAll}
          </span>
        ))}
      </div>
      <figcaption>{axis}</figcaption>
    </figure>
  );
}

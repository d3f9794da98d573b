import type { Content } from '../../content/read/read-content.ts';
import frame from '../frame.module.css';
import styles from './RoadmapFigure.module.css';

type Roadmap = Content<'landing'>['roadmap'];

/** The last target is at 72 % of the width, so that the lines continue after it. */
const LAST = 72;
const HEIGHT = 100;

/** Returns the distance of a number of developers from the upper edge. */
const level = (developers: number, all: number) => HEIGHT - (developers * HEIGHT) / all;

/** Returns one line per developer from the month they join, in percent of the figure's width and height. */
function linePerDeveloper(targets: Roadmap['targets'], lastMonth: number, all: number): string {
  const startOf = (developer: number) =>
    targets.find(({ developersInAll }) => developer <= developersInAll)?.month ?? lastMonth;
  return Array.from({ length: all }, (_, index) => {
    const y = level(index + 1, all).toFixed(1);
    return `M${(LAST * startOf(index + 1)) / lastMonth} ${y}H100`;
  }).join('');
}

/** Returns the stair as one line along the axis, up at each target, and out at the top. */
function stair(targets: Roadmap['targets'], lastMonth: number, all: number): string {
  const steps = targets.map(
    ({ month, developersInAll }) =>
      `H${(LAST * month) / lastMonth}V${level(developersInAll, all).toFixed(1)}`,
  );
  return `M0 ${HEIGHT}${steps.join('')}H100`;
}

/** Developers over months, to scale. A line begins where a person joins, and the page's one line is the stair. */
export function RoadmapFigure({ chart, axis, targets }: Pick<Roadmap, 'chart' | 'axis' | 'targets'>) {
  const last = targets.at(-1)!;
  const scale = [targets, last.month, last.developersInAll] as const;
  return (
    <figure className={styles['figure']}>
      <div role="img" aria-label={chart} className={`${frame['turns']} ${styles['chart']}`}>
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" fill="none" aria-hidden="true">
          <path d={linePerDeveloper(...scale)} />
          <path d={stair(...scale)} className={styles['stair']} />
        </svg>
        {targets.map(({ month, developersInAll }) => (
          <span key={month} className={styles['count']} aria-hidden="true">
            {developersInAll}
          </span>
        ))}
      </div>
      <figcaption className="caption">{axis}</figcaption>
    </figure>
  );
}

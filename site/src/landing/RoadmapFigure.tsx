import styles from './Roadmap.module.css';

interface Props {
  description: string;
  axis: string;
  targets: { month: number; developersInAll: number }[];
}

/** Developers over months as a stair: one thin riser per developer who joined, to scale on both axes. */
export function RoadmapFigure({ description, axis, targets }: Props) {
  const last = targets.at(-1);
  if (!last) return null;
  const x = (month: number) => (960 * month) / last.month;
  const y = (people: number) => 250 - (220 * people) / last.developersInAll;
  let joined = 0;
  const lines = targets.flatMap(({ month, developersInAll }) => {
    const rows: string[] = [];
    while (joined < developersInAll) {
      joined += 1;
      rows.push(`M${x(month)} ${y(joined).toFixed(1)}H1000`);
    }
    return rows;
  });
  return (
    <figure className={styles['figure']}>
      <svg viewBox="0 0 1000 260" role="img" aria-label={description} fill="none">
        <path
          className={styles['axis']}
          d={`M0 250H1000${targets.map(({ month }) => `M${x(month)} 244v12`).join('')}`}
        />
        <path className={styles['people']} d={lines.join('')} />
      </svg>
      <figcaption>{axis}</figcaption>
    </figure>
  );
}

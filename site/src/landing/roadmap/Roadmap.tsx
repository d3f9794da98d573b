import { RoadmapFigure } from './RoadmapFigure.tsx';
import { Section } from '../Section.tsx';
import styles from './Roadmap.module.css';

interface Props {
  title: string;
  lead: string;
  chart: string;
  axis: string;
  monthLabel: string;
  targets: { month: number; developersInAll: number; items: string[] }[];
}

/** Targets at 6, 12 and 24 months (contract P1.3), over a timeline drawn to scale. */
export function Roadmap({ title, lead, chart, axis, monthLabel, targets }: Props) {
  return (
    <Section id="roadmap" title={title} lead={lead} className={styles['roadmap']}>
      <RoadmapFigure description={chart} axis={axis} targets={targets} />
      <ol className={styles['targets']}>
        {targets.map(({ month, items }) => (
          <li key={month}>
            <h3 className={styles['month']}>
              <span>{month}</span> {monthLabel}
            </h3>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}

import type { Content } from '../../content/read/read-content.ts';
import { RoadmapFigure } from './RoadmapFigure.tsx';
import { Section } from '../Section.tsx';
import styles from './Roadmap.module.css';

/** Targets at 6, 12 and 24 months (contract P1.3), over a timeline drawn to scale. */
export function Roadmap({ title, lead, chart, axis, monthLabel, targets }: Content<'landing'>['roadmap']) {
  return (
    <Section id="roadmap" title={title} lead={lead} className={styles['roadmap']}>
      <RoadmapFigure {...{ chart, axis, targets }} />
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

import type { Content } from '../content/read/read-content.ts';
import { Section } from './Section.tsx';
import { SmallTeam } from './thread/SmallTeam.tsx';
import styles from './NewRules.module.css';

/** The number of people next to each rule. */
const people = [10, 8, 6, 4, 2, 1];

/** A company's rules, struck out, and a solo builder's instead. The hero's team shrinks with each rule. */
export function NewRules({ title, lead, oldLabel, newLabel, rules }: Content<'landing'>['rules']) {
  return (
    <Section id="new-rules" title={title} lead={lead} className={styles['section']}>
      <ol className={styles['rules']}>
        {rules.map((rule, index) => (
          <li key={rule.old}>
            <SmallTeam people={people[index] ?? 1} className={styles['team']} />
            <p className={styles['old']}>
              <span className="visually-hidden">{oldLabel}: </span>
              <s>{rule.old}</s>
            </p>
            <p className={styles['new']}>
              <span className="visually-hidden">{newLabel}: </span>
              {rule.new}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

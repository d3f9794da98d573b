import { Section } from './Section.tsx';
import styles from './NewRules.module.css';

interface Props {
  title: string;
  lead: string;
  oldLabel: string;
  newLabel: string;
  rules: { old: string; new: string }[];
}

/** What a company does, struck out, and what a solo builder does instead; with each rule the team of the hero is smaller. */
export function NewRules({ title, lead, oldLabel, newLabel, rules }: Props) {
  return (
    <Section id="new-rules" title={title} lead={lead} className={styles['section']}>
      <ol className={styles['rules']}>
        {rules.map((rule) => (
          <li key={rule.old}>
            <svg viewBox="0 0 1000 1000" className={styles['team']} aria-hidden="true">
              <use href="#team" />
            </svg>
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

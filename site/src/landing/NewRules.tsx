import { Section } from './Section.tsx';
import styles from './NewRules.module.css';

interface Props {
  title: string;
  lead: string;
  oldLabel: string;
  newLabel: string;
  rules: { old: string; new: string }[];
}

/** What a company does, struck out, and what a solo builder does instead. */
export function NewRules({ title, lead, oldLabel, newLabel, rules }: Props) {
  return (
    <Section id="new-rules" title={title} lead={lead}>
      <table className={styles['rules']}>
        <thead>
          <tr>
            <th scope="col">{oldLabel}</th>
            <th scope="col">{newLabel}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.old}>
              <td>
                <s>{rule.old}</s>
              </td>
              <td>{rule.new}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

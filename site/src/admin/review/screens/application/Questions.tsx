import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import styles from './ApplicationPanel.module.css';

interface Props {
  questions: ApplicationDetail['questions'];
  answers: ApplicationDetail['row']['answers'];
}

/** The questions as they were worded when this was sent, with the answers. */
export function Questions({ questions, answers }: Props) {
  // A question that was added later has a column, and so an answer, in every row.
  const wordings = Object.entries(questions.wording).sort(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const yes = wordings.filter(([key]) => answers[key]).length;
  return (
    <details className="touch">
      <summary>{`Screening questions: ${yes} of ${wordings.length} yes`}</summary>
      <p className="small">{`As worded in version ${questions.version}`}</p>
      <ul className={`stack gap-2 ${styles['questions']}`}>
        {wordings.map(([key, wording]) => (
          <li key={key}>
            <span>{answers[key] ? 'Yes' : 'No'}</span>
            <span>{wording}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

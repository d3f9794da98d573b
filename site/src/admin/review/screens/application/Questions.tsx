import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import styles from '../../kernel/application/ApplicationPanel.module.css';

interface Props {
  questions: ApplicationDetail['questions'];
  answers: ApplicationDetail['row']['answers'];
}

/** The questions as they were worded when this was sent, with the answers. */
export function Questions({ questions, answers }: Props) {
  // Nearly always all yes, for the form requires it.
  const { yes, count } = countAnswers(questions.wording, answers);
  return (
    <details className="touch">
      <summary>{`Screening questions: ${yes} of ${count} yes`}</summary>
      <p className="small">{`As worded in version ${questions.version}`}</p>
      <ul className={`stack gap-2 ${styles['questions']}`}>
        {Object.entries(questions.wording)
          .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
          .map(([key, wording]) => (
            <li key={key}>
              <span>{answers[key] ? 'Yes' : 'No'}</span>
              <span>{wording}</span>
            </li>
          ))}
      </ul>
    </details>
  );
}

/**
 * Counts the questions that an application was asked, and those of them answered with yes. A question that was added
 * later has a column, and so an answer, in every row.
 */
function countAnswers(wording: Readonly<Record<string, string>>, answers: Readonly<Record<string, boolean>>) {
  const asked = Object.keys(wording);
  return { yes: asked.filter((question) => answers[question]).length, count: asked.length };
}

import type { ApplicationDetail } from '../data/shapes/application.ts';
import { fill, useWords } from '../words.tsx';
import styles from './ApplicationPanel.module.css';

interface Props {
  questions: ApplicationDetail['questions'];
  answers: ApplicationDetail['row']['answers'];
}

/** The questions as they were worded when this was sent, with the answers. */
export function Questions({ questions, answers }: Props) {
  const { application } = useWords();
  return (
    <details>
      <summary>{application.questions}</summary>
      <p className={styles['quiet']}>{fill(application.questionsVersion, { version: questions.version })}</p>
      <ul className={styles['questions']}>
        {Object.entries(questions.wording)
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([key, wording]) => (
            <li key={key}>
              <span>{answers[key] ? application.yes : application.no}</span>
              <span>{wording}</span>
            </li>
          ))}
      </ul>
    </details>
  );
}

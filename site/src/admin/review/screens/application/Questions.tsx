import type { ReviewCopy } from '../../../../content/admin/review.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { fill, useWords } from '../../kernel/words.tsx';
import { type AnswerCount, countAnswers } from './count-answers.ts';
import styles from '../../kernel/application/ApplicationPanel.module.css';

interface Props {
  questions: ApplicationDetail['questions'];
  answers: ApplicationDetail['row']['answers'];
}

/** The summary line. It is nearly always all yes, for the form requires it. */
function sayAnswers({ yes, count }: AnswerCount, application: ReviewCopy['application']): string {
  return fill(yes === count ? application.allYes : application.someYes, { yes, count });
}

/** The questions as they were worded when this was sent, with the answers. */
export function Questions({ questions, answers }: Props) {
  const { application } = useWords();
  return (
    <details className={styles['folded']}>
      <summary>{sayAnswers(countAnswers(questions.wording, answers), application)}</summary>
      <p className={styles['quiet']}>{fill(application.questionsVersion, { version: questions.version })}</p>
      <ul className={styles['questions']}>
        {Object.entries(questions.wording)
          .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
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

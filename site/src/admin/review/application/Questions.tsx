import type { ReviewCopy } from '../../../content/admin/review.ts';
import type { ApplicationDetail } from '../data/shapes/application.ts';
import { fill, useWords } from '../words.tsx';
import styles from './ApplicationPanel.module.css';

interface Props {
  questions: ApplicationDetail['questions'];
  answers: ApplicationDetail['row']['answers'];
}

/** All answers in one line: seven times yes is the rule, for the form asks for it. */
function sayAnswers(answers: Props['answers'], application: ReviewCopy['application']): string {
  const given = Object.values(answers);
  const yes = given.filter(Boolean).length;
  return fill(yes === given.length ? application.allYes : application.someYes, { yes, count: given.length });
}

/** The questions as they were worded when this was sent, with the answers. */
export function Questions({ questions, answers }: Props) {
  const { application } = useWords();
  return (
    <details className={styles['folded']}>
      <summary>{sayAnswers(answers, application)}</summary>
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

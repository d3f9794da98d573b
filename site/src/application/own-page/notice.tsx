import type { MyApplicationCopy } from '../../content/my-application.ts';
import type { Outcome } from './my-application.ts';
import styles from './MyApplication.module.css';

/** The result of a press in words, empty for none. */
export interface Notice {
  readonly text: string;
  readonly isRefusal: boolean;
}

export const noNotice: Notice = { text: '', isRefusal: false };

/** Outcomes with separate words that refuse the press nevertheless. */
const refusals = ['too_many', 'too_late'];

/** Returns the result of a press in words, one of its outcomes or the reason for a failure. */
export function wordsOf(
  answer: Outcome,
  outcomes: Readonly<Record<string, string>>,
  copy: Pick<MyApplicationCopy, 'failed' | 'later'> & { refused: Readonly<Record<string, string>> },
): Notice {
  if (answer.kind === 'unknown') return noNotice;
  if (answer.kind === 'later') return { text: answer.message || copy.later, isRefusal: true };
  if (answer.kind === 'failed') return { text: copy.failed, isRefusal: true };
  const text = outcomes[answer.outcome];
  if (text !== undefined) return { text, isRefusal: refusals.includes(answer.outcome) };
  return { text: copy.refused[answer.outcome] ?? copy.failed, isRefusal: true };
}

/** The result of a press, next to its button, in the colour of an error if it was refused. */
export function NoticeLine({ notice }: { notice: Notice }) {
  return (
    <p className={styles['notice']} role="status" data-refusal={notice.isRefusal || undefined}>
      {notice.text}
    </p>
  );
}

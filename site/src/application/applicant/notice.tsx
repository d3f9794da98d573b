import type { Outcome } from './calls.ts';
import styles from './Notice.module.css';

/** The result of a press in words, empty for none. */
export interface Notice {
  readonly text: string;
  readonly isRefusal: boolean;
  /** True if another address would be accepted. */
  readonly isAboutAddress?: boolean;
}

export const noNotice: Notice = { text: '', isRefusal: false };

/** Outcomes with separate words that refuse the press nevertheless. */
const refusals = ['too_many', 'too_late', 'too_soon', 'duplicate', 'invalid'];

/** Refusals of an address, which its field shows. */
const addressRefusals = ['duplicate', 'invalid'];

/** The outcome of a press. An unknown link replaces the page, so it needs no words. */
export type Result = Outcome | { readonly kind: 'unknown' };

interface Words {
  readonly failed: string;
  /** Shown after too many requests if the server gives no reason. */
  readonly later?: string;
  /** The words of refusals that several presses share. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** Returns the result of a press in words, one of its outcomes or the reason for a failure. */
export function wordsOf(
  answer: Result,
  outcomes: Readonly<Record<string, string>>,
  { failed, later = failed, refused = {} }: Words,
): Notice {
  if (answer.kind === 'unknown') return noNotice;
  if (answer.kind === 'later') return { text: answer.message || later, isRefusal: true };
  if (answer.kind === 'failed') return { text: failed, isRefusal: true };
  const text = outcomes[answer.outcome];
  const isAboutAddress = addressRefusals.includes(answer.outcome);
  if (text !== undefined) return { text, isRefusal: refusals.includes(answer.outcome), isAboutAddress };
  return { text: refused[answer.outcome] ?? failed, isRefusal: true, isAboutAddress };
}

/** The result of a press, next to its button, in the colour of an error if it was refused. */
export function NoticeLine({ notice }: { notice: Notice }) {
  return (
    <p className={styles['notice']} role="status" data-refusal={notice.isRefusal || undefined}>
      {notice.text}
    </p>
  );
}

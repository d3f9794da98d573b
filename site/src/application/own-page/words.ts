import type { MyApplicationCopy } from '../../content/my-application.ts';
import type { Answer } from './my-application.ts';

/** Returns the result of a press in words, one of its outcomes or the reason for a failure. */
export function wordsOf(
  answer: Answer,
  outcomes: Readonly<Record<string, string>>,
  copy: Pick<MyApplicationCopy, 'failed' | 'later' | 'refused'>,
): string {
  if (answer.kind === 'unknown') return '';
  if (answer.kind !== 'answered') return copy[answer.kind];
  const refused: Readonly<Record<string, string>> = copy.refused;
  return outcomes[answer.outcome] ?? refused[answer.outcome] ?? copy.failed;
}

import type { MyApplicationCopy } from '../../content/my-application.ts';
import type { Answer } from './my-application.ts';

/** What a press came to, in words: one of its outcomes, or why nothing was changed. */
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

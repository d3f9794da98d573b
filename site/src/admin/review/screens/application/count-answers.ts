/** The number of questions an application was asked, and of those answered with yes. */
export interface AnswerCount {
  readonly yes: number;
  readonly count: number;
}

/**
 * Counts the answers to the questions that an application was asked. A question that was added later has a column, and
 * so an answer, in every row.
 */
export function countAnswers(
  wording: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, boolean>>,
): AnswerCount {
  const asked = Object.keys(wording);
  return { yes: asked.filter((question) => answers[question]).length, count: asked.length };
}

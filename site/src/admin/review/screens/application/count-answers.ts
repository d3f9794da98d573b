/**
 * Counts the questions that an application was asked, and those of them answered with yes. A question that was added
 * later has a column, and so an answer, in every row.
 */
export function countAnswers(
  wording: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, boolean>>,
) {
  const asked = Object.keys(wording);
  return { yes: asked.filter((question) => answers[question]).length, count: asked.length };
}

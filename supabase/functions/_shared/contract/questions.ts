/** The screening questions in order: columns of `applications`, names of checkboxes and keys of their texts. */
export const applicationQuestions = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7'] as const;

export type Question = (typeof applicationQuestions)[number];

/** The same value for each question. */
export function forEachQuestion<Value>(value: Value): Record<Question, Value> {
  return Object.fromEntries(applicationQuestions.map((question) => [question, value])) as Record<
    Question,
    Value
  >;
}

import { terms } from '../content/entries.ts';

/**
 * What the pages were built to promise, without the mark of a sample: the server's start, the doctor and the admin area
 * compare it with the database's row.
 */
export function GET(): Response {
  const { answerDays, months } = terms;
  return Response.json({ answerDays, months });
}

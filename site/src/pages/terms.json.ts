import { terms } from '../content/entries.ts';

/**
 * The promises of the built pages without the mark of a sample. The server's start, the doctor and the admin area
 * compare them with the database's row.
 */
export function GET(): Response {
  const { answerDays, months } = terms;
  return Response.json({ answerDays, months });
}

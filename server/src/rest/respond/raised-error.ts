import { z } from 'zod';
import { RestError, unreadableRaise } from '../errors.ts';

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  hint: z.string().nullish().catch(null),
});
const raisedDetail = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
});

/** Reads `raise sqlstate 'PGRST'`, whose message is the body and whose detail is status and headers, both as JSON. */
export function raisedError(message: string, detail: string | null): RestError {
  const body = raisedMessage.safeParse(readJson(message)).data;
  if (!body)
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  const answer = raisedDetail.safeParse(detail === null ? null : readJson(detail)).data;
  if (!answer)
    return unreadableRaise(
      detail === null
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  const { code, message: text, details = null, hint = null } = body;
  return new RestError(answer.status, code, text, { details, hint, headers: answer.headers });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

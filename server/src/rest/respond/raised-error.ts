import { RestError, unreadableRaise } from '../errors.ts';

interface RaisedMessage {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

interface RaisedDetail {
  status: number;
  headers: Record<string, string>;
}

/** `raise sqlstate 'PGRST'`: the message is the error's body, the detail its status and headers, both as JSON. */
export function raisedError(message: string, detail: string | null): RestError {
  const body = readObject(message);
  if (!body || typeof body['code'] !== 'string' || typeof body['message'] !== 'string')
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  const answer = detail === null ? null : readObject(detail);
  if (!answer || !isStatus(answer['status']) || !isHeaders(answer['headers']))
    return unreadableRaise(
      detail === null
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  const { code, message: text, details, hint } = body as unknown as RaisedMessage;
  const { status, headers } = answer as unknown as RaisedDetail;
  return new RestError(status, code, text, { details: details ?? null, hint: hint ?? null, headers });
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isStatus = (value: unknown) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;

const isHeaders = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string');

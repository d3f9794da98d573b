import { RestError, unreadableRaise } from '../errors.ts';

interface RaisedMessage {
  readonly code: string;
  readonly message: string;
  readonly details?: string | null;
  readonly hint?: string | null;
}

interface RaisedDetail {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/**
 * Reads `raise sqlstate 'PGRST'`, whose message is the error's body and whose detail is its status and headers, both
 * as JSON.
 */
export function raisedError(message: string, detail: string | null): RestError {
  const body = readJson(message);
  if (!isMessage(body))
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  const answer = detail === null ? null : readJson(detail);
  if (!isDetail(answer))
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isMessage = (value: unknown): value is RaisedMessage =>
  isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';

const isDetail = (value: unknown): value is RaisedDetail =>
  isObject(value) && isStatus(value['status']) && isHeaders(value['headers']);

const isStatus = (value: unknown) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;

const isHeaders = (value: unknown) =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string');

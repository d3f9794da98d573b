import { backendUrl, secretKeys } from './environment.ts';

/** The database asks the caller to wait. */
export class TooManyRequests extends Error {
  override name = 'TooManyRequests';
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** A database function was not called, or failed. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly status: number;

  constructor(procedure: string, status: number) {
    super(`${procedure} answered ${status}.`);
    this.status = status;
  }
}

/** The headers by which one calls the other services. */
export interface Credentials {
  readonly apikey: string;
  readonly authorization: string;
}

/** The service role's. */
export function serviceCredentials(): Credentials {
  const [key] = secretKeys();
  return { apikey: key, authorization: `Bearer ${key}` };
}

/** Calls a database function, by default as the service role, and returns its result. Rejects on any error. */
export async function callProcedure<Answer>(
  name: string,
  parameters: object,
  credentials: Credentials = serviceCredentials(),
): Promise<Answer> {
  const response = await fetch(`${backendUrl()}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...credentials, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 429) {
    const { message, details } = (await response.json()) as { message: string; details?: string | null };
    // Only a rule of the database states the seconds. The data API itself refuses for want of a connection.
    if (details) throw new TooManyRequests(message, Number(details));
  }
  if (!response.ok) throw new CallFailed(name, response.status);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as Answer;
}

import { expect } from 'vitest';
import type { TestServer } from '../servers/server.ts';
import { send, type Answer } from './scenario.ts';

let callers = 0;
/** Headers of a new caller. */
export const caller = (): Record<string, string> => {
  callers += 1;
  return { 'x-forwarded-for': `${20 + Math.floor(callers / 250)}.51.${(callers % 250) + 1}.7` };
};

/** Lets the minute between two mails pass. */
export const forgetPauses = (server: TestServer) =>
  server.sql(`delete from auth.rate_limits where key like 'email_frequency%'`);

export async function askFor(
  server: TestServer,
  path: string,
  email: string,
  headers = caller(),
): Promise<Answer> {
  await forgetPauses(server);
  return send(server, { path, body: { email }, headers });
}

export const askForRecovery = (server: TestServer, email: string, headers = caller()): Promise<Answer> =>
  askFor(server, '/recover', email, headers);

/** Sends until `limit` requests are answered, then one more. */
export async function exceed(
  limit: number,
  request: (count: number) => Promise<Answer>,
): Promise<{ within: Answer[]; over: Answer }> {
  const within: Answer[] = [];
  for (let count = 0; count < limit; count += 1) within.push(await request(count));
  return { within, over: await request(limit) };
}

export function expectRefusal(answer: Answer, code = 'over_request_rate_limit'): void {
  expect(answer).toMatchObject({ status: 429, body: { error_code: code } });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3600);
}

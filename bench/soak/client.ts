import { post } from '../support/post.ts';
import type { Recorder } from './recorder.ts';

export type SoakClient = ReturnType<typeof soakClient>;

/** Sends requests and records their times. `elapsed` returns the seconds since the run began. */
export function soakClient(recorder: Recorder, elapsed: () => number, publishableKey: string) {
  /** Records the time of `work`. A rejection counts as a failure and ends the journey. */
  async function timed<Answer>(operation: string, work: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    try {
      const answer = await work();
      recorder.done(operation, elapsed(), performance.now() - begun);
      return answer;
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
      recorder.failed(operation, elapsed(), reason);
      throw error;
    }
  }
  return {
    timed,
    page: (operation: string, url: string): Promise<void> =>
      timed(operation, async () => {
        const signal = AbortSignal.timeout(30_000);
        const response = await fetch(url, { headers: { accept: 'text/html' }, signal });
        const text = await response.text();
        if (!response.ok) throw new Error(`answered ${response.status}: ${text.slice(0, 200)}`);
      }),
    /** Posts a JSON body. Returns the parsed answer, or null if it is empty. */
    async post<Answer>(operation: string, url: string, path: string, body: object, token?: string) {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const send = () => post({ url, publishableKey }, path, body, headers);
      const text = await timed(operation, send);
      return (text === '' ? null : JSON.parse(text)) as Answer;
    },
  };
}

import type { Recorder } from './recorder.ts';

/** An operation that failed and is in the recorder. It ends the journey. */
class Refused extends Error {}

const TIMEOUT_MS = 30_000;

/** Sends requests and records their times in the recorder. */
export class SoakClient {
  readonly #recorder: Recorder;
  readonly #now: () => number;
  readonly #key: string;

  /** `now` returns the seconds since the run began. `key` is the publishable key. */
  constructor(recorder: Recorder, now: () => number, key: string) {
    this.#recorder = recorder;
    this.#now = now;
    this.#key = key;
  }

  /** Records the time of `work`. A rejection counts as a failure. */
  async timed<Answer>(operation: string, work: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    try {
      const answer = await work();
      this.#recorder.done(operation, this.#now(), performance.now() - begun);
      return answer;
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
      this.#recorder.failed(operation, this.#now(), reason);
      throw new Refused(reason);
    }
  }

  /** Returns the body of a page. */
  page(operation: string, url: string): Promise<string> {
    return this.timed(operation, () => answered(url, { headers: { accept: 'text/html' } }));
  }

  /** Posts a JSON body. Returns the parsed answer, or null if it is empty. */
  async post<Answer>(operation: string, url: string, body: object, token?: string): Promise<Answer> {
    const headers: Record<string, string> = { apikey: this.#key, 'content-type': 'application/json' };
    if (token) headers['authorization'] = `Bearer ${token}`;
    const text = await this.timed(operation, () =>
      answered(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }
}

async function answered(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text.slice(0, 200)}`);
  return text;
}

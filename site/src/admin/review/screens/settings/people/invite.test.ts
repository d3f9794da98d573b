import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});

/** Returns the kind and the sentence of an invitation's failure within 20 s. */
async function failureOf(answer: (signal?: AbortSignal) => Promise<Response>) {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal?: AbortSignal }) => answer(signal));
  const { invite } = await import('./invite.ts');
  let failure: string[] = [];
  invite('ada@lab.example', 'reader', '').catch(({ errorKind, message }) => {
    failure = [errorKind, message];
  });
  await vi.advanceTimersByTimeAsync(20_000);
  return failure;
}

const answered = (body: object, status: number) => async () => Response.json(body, { status });

it.each([
  ['with the server’s words', answered({ error: 'They are here.' }, 409), ['refused', 'They are here.']],
  ['without words of the server', answered({}, 403), ['refused', '']],
  ['with a failure of the server', answered({ error: 'Down.' }, 500), ['failed', 'Down.']],
])('rejects %s', async (_title, answer, failure) => {
  expect(await failureOf(answer)).toEqual(failure);
});

it('rejects after 20 s without an answer', async () => {
  const never = (signal?: AbortSignal) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  expect((await failureOf(never))[0]).toBe('offline');
});

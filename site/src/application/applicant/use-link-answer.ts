import { useCallback, useEffect, useRef, useState } from 'react';

interface Asking<Answer> {
  /** The parameter of the address that holds the link's secret. */
  readonly parameter: string;
  readonly ask: (secret: string | null) => Promise<Answer>;
  readonly isFinal: (answer: Answer) => boolean;
}

/** The answer and the secret, as the history entry has them. */
interface Remembered<Answer> {
  readonly answer: Answer;
  readonly secret: string | null;
}

function remembered<Answer>(parameter: string): Remembered<Answer> | null {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && parameter in state
    ? (state as Record<string, Remembered<Answer>>)[parameter]!
    : null;
}

/**
 * Returns the answer about the page's mailed link, null while it loads, a way to ask again, and the link's secret. It
 * leaves the address bar after a final answer, and a reload still shows the answer.
 */
export function useLinkAnswer<Answer>({
  parameter,
  ask,
  isFinal,
}: Asking<Answer>): [answer: Answer | null, again: () => void, secret: string | null] {
  const [answered, setAnswered] = useState<Remembered<Answer> | null>(null);
  const secret = useRef<string | null>(null);
  const load = useCallback(async () => {
    setAnswered(null);
    const now = { answer: await ask(secret.current), secret: secret.current };
    if (isFinal(now.answer)) history.replaceState({ [parameter]: now }, '', location.pathname);
    setAnswered(now);
  }, [parameter, ask, isFinal]);
  useEffect(() => {
    secret.current = new URLSearchParams(location.search).get(parameter);
    const before = secret.current ? null : remembered<Answer>(parameter);
    if (before) setAnswered(before);
    else void load();
  }, [parameter, load]);
  return [answered?.answer ?? null, () => void load(), answered?.secret ?? null];
}

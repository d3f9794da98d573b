import { useCallback, useEffect, useRef, useState } from 'react';

interface Asking<Answer> {
  /** The parameter of the address that holds the link's secret. */
  readonly parameter: string;
  readonly ask: (secret: string | null) => Promise<Answer>;
  readonly isFinal: (answer: Answer) => boolean;
}

function remembered<Answer>(parameter: string): Answer | null {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && parameter in state
    ? (state as Record<string, Answer>)[parameter]!
    : null;
}

/**
 * Returns the answer about the page's mailed link, null while it loads, and a way to ask again. The link is a secret. It
 * leaves the address bar after a final answer, and a reload still shows the answer.
 */
export function useLinkAnswer<Answer>({
  parameter,
  ask,
  isFinal,
}: Asking<Answer>): [Answer | null, () => void] {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const secret = useRef<string | null>(null);
  const load = useCallback(async () => {
    setAnswer(null);
    const answered = await ask(secret.current);
    if (isFinal(answered)) history.replaceState({ [parameter]: answered }, '', location.pathname);
    setAnswer(answered);
  }, [parameter, ask, isFinal]);
  useEffect(() => {
    secret.current = new URLSearchParams(location.search).get(parameter);
    const before = secret.current ? null : remembered<Answer>(parameter);
    if (before) setAnswer(before);
    else void load();
  }, [parameter, load]);
  return [answer, () => void load()];
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { type Answer, callMyApplication, type MyApplication, type Procedure } from './my-application.ts';

export type PageState =
  | { readonly kind: 'loading' | 'unknown' | 'failed' | 'later' }
  | { readonly kind: 'open'; readonly application: MyApplication; readonly answeredAt: number };

export type Act = (procedure: Procedure, parameters?: Readonly<Record<string, string>>) => Promise<Answer>;

/** The link's secret, as layouts/Page.astro has put it into the history entry. */
function linkSecret(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'secret' in state && typeof state.secret === 'string'
    ? state.secret
    : '';
}

const shown = (answer: Answer): PageState =>
  answer.kind === 'answered'
    ? { kind: 'open', application: answer.application, answeredAt: Date.now() }
    : { kind: answer.kind };

/** The page's state, the actions of its buttons, and a reload. */
export function useMyApplication(): { state: PageState; act: Act; reload: () => void } {
  const [state, setState] = useState<PageState>({ kind: 'loading' });
  const secret = useRef('');
  const act = useCallback<Act>(async (procedure, parameters) => {
    const answer = await callMyApplication(secret.current, procedure, parameters);
    // A failed action leaves the page unchanged. Its own place reports it.
    if (answer.kind === 'answered' || answer.kind === 'unknown') setState(shown(answer));
    return answer;
  }, []);
  const load = useCallback(async () => {
    setState(shown(await callMyApplication(secret.current, '')));
  }, []);
  const reload = () => {
    setState({ kind: 'loading' });
    void load();
  };
  useEffect(() => {
    secret.current = linkSecret();
    void load();
    // The lab may have decided, or another tab have done something, while the page was not looked at.
    const onVisible = () => {
      if (!document.hidden) void act('');
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [act, load]);
  return { state, act, reload };
}

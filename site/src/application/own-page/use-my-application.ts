import { useCallback, useEffect, useState } from 'react';
import { once } from '../../supabase/connection.ts';
import { type Act, type Answer, callMyApplication, type MyApplication } from './my-application.ts';
import { orderCalls } from './order-calls.ts';
import { serverNow } from '../../supabase/clock.ts';

export type PageState =
  | { readonly kind: 'loading' | 'unknown' | 'failed' | 'later' }
  | { readonly kind: 'open'; readonly application: MyApplication; readonly answeredAt: number };

/** The link's secret, as layouts/Page.astro has put it into the history entry. A link within the page begins another. */
const linkSecret = once(() => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'secret' in state && typeof state.secret === 'string'
    ? state.secret
    : '';
});

const stateOf = (answer: Answer): PageState =>
  answer.kind === 'answered'
    ? { kind: 'open', application: answer.application, answeredAt: serverNow() }
    : { kind: answer.kind };

/** The page's state, the actions of its buttons, and a reload. */
export function useMyApplication(): { state: PageState; act: Act; reload: () => void } {
  const [state, setState] = useState<PageState>({ kind: 'loading' });
  const [act] = useState(() =>
    orderCalls(
      (procedure, parameters) => callMyApplication(linkSecret(), procedure, parameters),
      (answer) => setState(stateOf(answer)),
    ),
  );
  const load = useCallback(
    () =>
      act('').then((answer) => {
        // The page that another call may have opened in the meantime stays.
        if (answer.kind !== 'answered')
          setState((before) => (before.kind === 'loading' ? stateOf(answer) : before));
      }),
    [act],
  );
  const reload = () => {
    setState({ kind: 'loading' });
    void load();
  };
  useEffect(() => {
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

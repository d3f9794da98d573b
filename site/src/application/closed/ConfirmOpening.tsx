import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpeningCopy } from '../../content/closed.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import styles from '../confirm/ConfirmEmail.module.css';
import { confirmOpening } from './intake.ts';

type State = 'loading' | 'confirmed' | 'open' | 'unknown' | 'failed';

/** The mailed link is a secret. It leaves the address bar after the answer, and a reload still shows the answer. */
function forgetAddress(state: State): void {
  history.replaceState({ opening: state }, '', location.pathname);
}

function remembered(): State | null {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'opening' in state ? (state.opening as State) : null;
}

/** Confirms the address of the page's link, first loading, then the result. */
export function ConfirmOpening({ copy }: { copy: OpeningCopy }) {
  const [state, setState] = useState<State>('loading');
  const request = useRef('');
  const ask = useCallback(async () => {
    setState('loading');
    const answer = await confirmOpening(request.current);
    if (answer !== 'failed') forgetAddress(answer);
    setState(answer);
  }, []);
  useEffect(() => {
    request.current = new URLSearchParams(location.search).get('request') ?? '';
    const before = request.current ? null : remembered();
    if (before) setState(before);
    else void ask();
  }, [ask]);
  const said = state === 'loading' ? { title: copy.title, text: copy.loading } : copy.outcomes[state];
  return (
    <div className={styles['card']} data-outcome={state === 'unknown' ? 'refused' : state}>
      <div aria-live="polite" aria-busy={state === 'loading'}>
        <h1 className={styles['title']}>{said.title}</h1>
        <p className={state === 'loading' ? styles['soft'] : undefined}>{said.text}</p>
      </div>
      {state !== 'loading' && (
        <p className={styles['actions']}>
          {state === 'failed' && (
            <Button look="solid" onClick={() => void ask()}>
              {copy.again}
            </Button>
          )}
          <ButtonLink href="/">{copy.home}</ButtonLink>
        </p>
      )}
    </div>
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { confirmEmail, type Confirmation } from './confirmation.ts';
import type { ReceivedCopy } from '../../content/received.ts';
import { EmailForm } from '../EmailForm.tsx';
import { askForConfirmationMail } from '../received/confirmation-mail.ts';
import styles from './ConfirmEmail.module.css';

type State = Confirmation | { readonly kind: 'loading' };

/** The mailed link is a secret. It leaves the address bar after the answer, and a reload still shows the answer. */
function forgetAddress(state: Confirmation): void {
  history.replaceState({ confirmation: state }, '', location.pathname);
}

function remembered(): Confirmation | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('confirmation' in state)) return null;
  return state.confirmation as Confirmation;
}

const isFinal = ({ kind }: Confirmation) => kind === 'confirmed' || kind === 'refused';

/** The state of the confirmation and a way to try again. */
function useConfirmation(): [State, () => void] {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const applicationId = useRef<string | null>(null);
  const ask = useCallback(async () => {
    setState({ kind: 'loading' });
    const answer = await confirmEmail(applicationId.current);
    if (isFinal(answer)) forgetAddress(answer);
    setState(answer);
  }, []);
  useEffect(() => {
    applicationId.current = new URLSearchParams(location.search).get('application_id');
    const before = applicationId.current ? null : remembered();
    if (before) setState(before);
    else void ask();
  }, [ask]);
  return [state, () => void ask()];
}

function errorText(state: Exclude<Confirmation, { kind: 'confirmed' }>, copy: ConfirmationCopy): string {
  return state.kind === 'refused' ? (state.message ?? copy.messages.refused) : copy.messages[state.kind];
}

function Outcome({ state, copy }: { state: State; copy: ConfirmationCopy }) {
  const isGood = state.kind === 'confirmed';
  const title = state.kind === 'loading' ? copy.title : isGood ? copy.success.title : copy.error.title;
  return (
    <>
      <h1 className={styles['title']}>{title}</h1>
      {state.kind === 'loading' && <p className={styles['soft']}>{copy.loading}</p>}
      {isGood && <p>{copy.success.text}</p>}
      {isGood && <p className={styles['soft']}>{copy.success.next}</p>}
      {isGood && <p className={styles['soft']}>{copy.success.promise}</p>}
      {state.kind !== 'loading' && !isGood && <p>{errorText(state, copy)}</p>}
    </>
  );
}

/** Confirms the application in the address, first loading, then success or error (contract P4.3). */
export function ConfirmEmail({ copy }: { copy: ConfirmationCopy }) {
  const [state, again] = useConfirmation();
  const isRepeatable = state.kind === 'failed' || state.kind === 'unexpected';
  return (
    <div className={styles['card']} data-outcome={state.kind}>
      <div aria-live="polite" aria-busy={state.kind === 'loading'}>
        <Outcome state={state} copy={copy} />
      </div>
      {(state.kind === 'refused' || state.kind === 'missing') && <RequestLink copy={copy.received} />}
      {state.kind !== 'loading' && (
        <p className={styles['actions']}>
          {isRepeatable && (
            <Button look="solid" onClick={again}>
              {copy.again}
            </Button>
          )}
          <ButtonLink href="/">{copy.home}</ButtonLink>
        </p>
      )}
    </div>
  );
}

/** Requests a new confirmation link for an address whose link is invalid. Every address gets the same answer. */
function RequestLink({ copy }: { copy: ReceivedCopy }) {
  const request = async (email: string) =>
    (await askForConfirmationMail(email)) ? copy.request.sent.text : copy.failed;
  return <EmailForm copy={{ ...copy.request, invalid: copy.invalid }} look="line" onSend={request} />;
}

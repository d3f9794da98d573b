import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { confirmEmail, type Confirmation } from './confirmation.ts';
import { useLinkAnswer } from './use-link-answer.ts';
import type { ReceivedCopy } from '../../content/received.ts';
import { EmailForm } from '../EmailForm.tsx';
import { Onward } from '../Onward.tsx';
import { askForNextStep } from '../next-step.ts';
import { Shipped } from './Shipped.tsx';
import styles from './ConfirmEmail.module.css';

const asking = {
  parameter: 'application_id',
  ask: confirmEmail,
  isFinal: ({ kind }: Confirmation) => kind === 'confirmed' || kind === 'refused',
};

function errorText(state: Exclude<Confirmation, { kind: 'confirmed' }>, copy: ConfirmationCopy): string {
  return state.kind === 'refused' ? (state.message ?? copy.messages.refused) : copy.messages[state.kind];
}

function Outcome({ answer, copy }: { answer: Confirmation | null; copy: ConfirmationCopy }) {
  const isGood = answer?.kind === 'confirmed';
  return (
    <>
      <h1 className={styles['title']}>
        {!answer ? copy.title : isGood ? copy.success.title : copy.error.title}
      </h1>
      {!answer && <p className={styles['soft']}>{copy.loading}</p>}
      {isGood && <p>{copy.success.text}</p>}
      {isGood && <p className={styles['soft']}>{copy.success.next}</p>}
      {isGood && <p className={styles['soft']}>{copy.success.promise}</p>}
      {answer && !isGood && <p>{errorText(answer, copy)}</p>}
    </>
  );
}

/** Confirms the application in the address, first loading, then success or error (contract P4.3). */
export function ConfirmEmail({ copy }: { copy: ConfirmationCopy }) {
  const [answer, again, confirmation] = useLinkAnswer(asking);
  const kind = answer?.kind ?? 'loading';
  return (
    <div className={styles['card']} data-outcome={kind}>
      <div aria-live="polite" aria-busy={!answer}>
        <Outcome answer={answer} copy={copy} />
      </div>
      {kind === 'confirmed' && confirmation !== null && (
        <Shipped copy={copy.shipped} confirmation={confirmation} />
      )}
      {(kind === 'refused' || kind === 'missing') && <RequestLink copy={copy.received} />}
      {answer && (
        <Onward
          copy={copy}
          className={styles['actions']}
          onAgain={(kind === 'failed' || kind === 'unexpected') && again}
        />
      )}
    </div>
  );
}

/** Asks for the next step of an address whose link is invalid. */
function RequestLink({ copy }: { copy: ReceivedCopy }) {
  const request = (email: string) => askForNextStep(email, copy);
  return <EmailForm copy={{ ...copy.request, invalid: copy.invalid }} look="line" onSend={request} />;
}

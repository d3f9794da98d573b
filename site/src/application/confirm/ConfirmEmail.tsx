import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { confirmEmail, type Confirmation } from './confirmation.ts';
import { LinkAnswer } from '../applicant/LinkAnswer.tsx';
import { NextStepForm } from '../applicant/NextStepForm.tsx';
import { useLinkAnswer } from '../applicant/use-link-answer.ts';
import { Shipped } from './Shipped.tsx';

const asking = {
  parameter: 'application_id',
  ask: confirmEmail,
  isFinal: ({ kind }: Confirmation) => kind === 'confirmed' || kind === 'refused',
};

function errorText(state: Exclude<Confirmation, { kind: 'confirmed' }>, copy: ConfirmationCopy): string {
  return state.kind === 'refused' ? (state.message ?? copy.messages.refused) : copy.messages[state.kind];
}

/** Confirms the application in the address (contract P4.3). */
export function ConfirmEmail({ copy }: { copy: ConfirmationCopy }) {
  const [answer, again, confirmation] = useLinkAnswer(asking);
  const kind = answer?.kind ?? null;
  const isWaiting = answer?.kind === 'confirmed' && answer.isWaiting !== false;
  const { title } = !answer ? copy : kind === 'confirmed' ? copy.success : copy.error;
  return (
    <LinkAnswer
      copy={copy}
      outcome={kind}
      title={title}
      onAgain={(kind === 'failed' || kind === 'unexpected') && again}
      next={
        isWaiting && confirmation !== null ? (
          <Shipped
            copy={copy.shipped}
            confirmation={confirmation}
            hasEvidence={answer.hasEvidence === true}
          />
        ) : (
          (kind === 'confirmed' || kind === 'refused' || kind === 'missing') && (
            <NextStepForm copy={copy.nextStep} look="line" />
          )
        )
      }
    >
      <Words answer={answer} copy={copy} />
    </LinkAnswer>
  );
}

function Words({ answer, copy }: { answer: Confirmation | null; copy: ConfirmationCopy }) {
  if (!answer) return <p>{copy.loading}</p>;
  if (answer.kind !== 'confirmed') return <p>{errorText(answer, copy)}</p>;
  const { text, next, promise, answered } = copy.success;
  const sentences = answer.isWaiting !== false ? [text, next, promise] : [text, answered];
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

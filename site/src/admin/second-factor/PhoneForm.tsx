import { useState } from 'react';
import type { SecondFactorCopy } from '../../content/admin/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import type { Answer } from '../session/answer.ts';
import { useSave } from '../saving/use-save.ts';
import { FactorCode } from './FactorCode.tsx';
import { provePhoneCode, sendPhoneCode } from './prove-code.ts';
import { useFocusOnMount } from '../../ui/form/Field.tsx';
import styles from './SecondFactorStep.module.css';
import type { Method } from './methods.ts';

interface Props {
  copy: SecondFactorCopy;
  method: Method;
  onAnswer: (answer: Answer) => void;
}

/** Sends a code to a phone when asked to, and asks for it. */
export function PhoneForm({ copy, method, onAnswer }: Props) {
  const [factorId = ''] = method.factorIds;
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const { save, isSaving: isSending } = useSave({
    send: () => sendPhoneCode(factorId),
    done: (sent) => ('challengeId' in sent ? setChallengeId(sent.challengeId) : onAnswer(sent)),
  });
  const spell = (sentence: string) => sentence.replace('{end}', method.name);

  if (!challengeId)
    return (
      <div className={styles['form']}>
        <p className={styles['lead']}>{spell(copy.phone.lead)}</p>
        <SendButton label={copy.phone.send} isSending={isSending} onSend={() => void save()} />
      </div>
    );
  return (
    <>
      <FactorCode
        key={challengeId}
        copy={{ ...copy.phone, submitting: copy.submitting }}
        lead={spell(copy.phone.sent)}
        prove={(code) => provePhoneCode(factorId, challengeId, code)}
        onAnswer={onAnswer}
      />
      <Button look="text" aria-disabled={isSending || undefined} onClick={() => void save()}>
        {copy.phone.again}
      </Button>
    </>
  );
}

/** The first thing to do of this way. */
function SendButton(props: { label: string; isSending: boolean; onSend: () => void }) {
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <Button look="solid" ref={button} aria-disabled={props.isSending || undefined} onClick={props.onSend}>
      {props.label}
    </Button>
  );
}

import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { Answer } from '../session/answer.ts';
import { useSave } from '../saving/use-save.ts';
import { FactorCode } from './FactorCode.tsx';
import { provePhoneCode, sendPhoneCode } from './prove-code.ts';
import { useFocusOnMount } from '../../ui/form/Field.tsx';
import styles from './SignIn.module.css';
import type { Method } from './methods.ts';

const phoneWords = {
  label: 'Code from the message',
  submit: 'Verify code',
  needed: 'Please enter the code from the message.',
  wrong: 'That is not the code we sent last. Look at the latest message.',
};

interface Props {
  method: Method;
  onAnswer: (answer: Answer) => void;
}

/** Sends a code to a phone when asked to, and asks for it. */
export function PhoneForm({ method, onAnswer }: Props) {
  const [factorId = ''] = method.factorIds;
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const { save, isSaving: isSending } = useSave({
    send: () => sendPhoneCode(factorId),
    done: (sent) => ('challengeId' in sent ? setChallengeId(sent.challengeId) : onAnswer(sent)),
  });

  if (!challengeId)
    return (
      <div className={styles['form']}>
        <p
          className={styles['lead']}
        >{`We send a code to your phone, the number that ends in ${method.name}.`}</p>
        <SendButton label="Send code" isSending={isSending} onSend={() => void save()} />
      </div>
    );
  return (
    <>
      <FactorCode
        key={challengeId}
        words={phoneWords}
        lead={`A code is on its way to the number that ends in ${method.name}.`}
        prove={(code) => provePhoneCode(factorId, challengeId, code)}
        onAnswer={onAnswer}
      />
      <Button look="text" aria-disabled={isSending || undefined} onClick={() => void save()}>
        Send another code
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

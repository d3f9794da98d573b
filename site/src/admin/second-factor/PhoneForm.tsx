import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { auth } from '../../supabase/auth.ts';
import { answerOf, refusal } from '../session/answer-of.ts';
import type { Answer, Refusal } from '../session/answer.ts';
import { useSave } from '../saving/use-save.ts';
import { FactorCode } from './FactorCode.tsx';
import { useFocusOnMount } from '../../ui/form/Field.tsx';
import styles from '../SignIn.module.css';
import type { Method } from './methods.ts';

const phoneWords = {
  label: 'Code from the message',
  submit: 'Verify code',
  needed: 'Please enter the code from the message.',
  wrong: 'That is not the code we sent last. Use the one in the latest message.',
};

/** Sends a code to a phone. Its challenge id is needed with the code. */
async function sendCode(factorId: string): Promise<{ challengeId: string } | Refusal> {
  const { data, error } = await auth().mfa.challenge({ factorId, channel: 'sms' });
  return error ? refusal(error) : { challengeId: data.id };
}

interface Props {
  method: Method;
  onAnswer: (answer: Answer) => void;
}

/** Sends a code to a phone when asked to, and asks for it. */
export function PhoneForm({ method, onAnswer }: Props) {
  const button = useFocusOnMount<HTMLButtonElement>();
  const [factorId = ''] = method.factorIds;
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const { save, isSaving: isSending } = useSave({
    send: () => sendCode(factorId),
    done: (sent) => ('challengeId' in sent ? setChallengeId(sent.challengeId) : onAnswer(sent)),
  });

  if (!challengeId)
    return (
      <div className={styles['form']}>
        <p
          className={styles['lead']}
        >{`We send a code to your phone, the number that ends in ${method.name}.`}</p>
        <Button look="solid" ref={button} aria-disabled={isSending || undefined} onClick={() => void save()}>
          Send code
        </Button>
      </div>
    );
  return (
    <>
      <FactorCode
        key={challengeId}
        words={phoneWords}
        lead={`A code is on its way to the number that ends in ${method.name}.`}
        prove={(code) => answerOf(auth().mfa.verify({ factorId, challengeId, code }))}
        onAnswer={onAnswer}
      />
      <Button look="text" aria-disabled={isSending || undefined} onClick={() => void save()}>
        Send another code
      </Button>
    </>
  );
}

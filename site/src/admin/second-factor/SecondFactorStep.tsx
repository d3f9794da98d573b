import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { auth } from '../../supabase/auth.ts';
import { answerOf } from '../session/answer-of.ts';
import { type Answer, isWrongFactorCode } from '../session/answer.ts';
import { FactorCode } from './FactorCode.tsx';
import { KeyForm } from './KeyForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import styles from '../SignIn.module.css';
import { useSecondFactor, type StepProps } from './use-second-factor.ts';
import type { Method } from './methods.ts';

const CLOSED =
  'Your second factor cannot be used here at the moment. Please ask the people who run this site.';

/** Shown without another method. */
const LOST = 'Lost it? The people who run this site can remove it from your account.';

const appWords = {
  label: 'Six-digit code',
  submit: 'Verify code',
  needed: 'Please enter the six digits that your app shows.',
  wrong: 'That is not the current code. Enter the six digits your app shows now.',
};

const recoveryWords = {
  label: 'Recovery code',
  submit: 'Sign in with this code',
  needed: 'Please enter one of your recovery codes: 16 letters and digits.',
  wrong: 'That is not one of your unused recovery codes. Check it letter by letter, or enter another.',
};

/** Asks for the account's second factor with any of its methods. */
export default function SecondFactorStep(step: StepProps) {
  const { methods, read, take, leave } = useSecondFactor(step);
  const [chosen, setChosen] = useState('');
  return (
    <div className={styles['form']}>
      {methods === 'reading' && <p aria-live="polite">One moment…</p>}
      {methods === 'unread' && (
        <>
          <p role="alert">Your second factors could not be loaded.</p>
          <Button look="solid" onClick={() => void read()}>
            Try again
          </Button>
        </>
      )}
      {Array.isArray(methods) && (
        <Choice methods={methods} chosen={chosen} onChoose={setChosen} onAnswer={take} />
      )}
      <Button look="text" onClick={() => leave(null)}>
        Cancel
      </Button>
    </div>
  );
}

interface ChoiceProps {
  methods: readonly Method[];
  /** The key of the chosen method, '' for the first. */
  chosen: string;
  onChoose: (key: string) => void;
  onAnswer: (answer: Answer) => void;
}

const keyOf = ({ factorIds }: Method) => factorIds.join();

/** The way that is asked for now, and the others. */
function Choice({ methods, chosen, onChoose, onAnswer }: ChoiceProps) {
  const method = methods.find((one) => keyOf(one) === chosen) ?? methods[0];
  if (!method) return <p role="alert">{CLOSED}</p>;
  const others = methods.filter((one) => one !== method);
  return (
    <>
      <MethodForm key={keyOf(method)} method={method} onAnswer={onAnswer} />
      {others.length === 0 && <p className="caption">{LOST}</p>}
      {others.length > 0 && (
        <section className={styles['others']} aria-label="Or use">
          <p className="caption">Or use</p>
          <div className={`cluster ${styles['buttons']}`}>
            {others.map((one) => (
              <Button key={keyOf(one)} onClick={() => onChoose(keyOf(one))}>
                {nameOf(one)}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

/** Proves a code of any of these authenticator apps. */
async function proveAppCode(factorIds: readonly string[], code: string): Promise<Answer> {
  let answer: Answer = { ok: false, message: null };
  for (const factorId of factorIds) {
    // One app after the other: a code belongs to one of them, and each try counts.
    answer = await answerOf(auth().mfa.challengeAndVerify({ factorId, code }));
    if (answer.ok || !isWrongFactorCode(answer)) break;
  }
  return answer;
}

function MethodForm({ method, onAnswer }: { method: Method; onAnswer: (answer: Answer) => void }) {
  const [factorId = ''] = method.factorIds;
  if (method.kind === 'webauthn')
    return <KeyForm lead={leadOf(method)} factorId={factorId} onAnswer={onAnswer} />;
  if (method.kind === 'phone') return <PhoneForm method={method} onAnswer={onAnswer} />;
  if (method.kind === 'recovery_code')
    return (
      <FactorCode
        words={recoveryWords}
        lead="One of the codes that you saved when you added your second factor. Each works once."
        isRecovery
        prove={(code) => answerOf(auth().mfa.recoveryCodes.verify({ code }))}
        onAnswer={onAnswer}
      />
    );
  return (
    <FactorCode
      words={appWords}
      lead="Your account has an authenticator app. Please enter the code it shows now."
      prove={(code) => proveAppCode(method.factorIds, code)}
      onAnswer={onAnswer}
    />
  );
}

const leadOf = ({ name }: Method) =>
  name
    ? `Your account has the security key “${name}”. Have it ready, then follow your browser.`
    : 'Your account has a security key. Have it ready, then follow your browser.';

/** Returns a method's name in the list. */
function nameOf({ kind, name }: Method): string {
  if (kind === 'totp') return 'Authenticator app';
  if (kind === 'recovery_code') return 'Use a recovery code';
  if (kind === 'phone') return `Text message to …${name}`;
  return name ? `Security key “${name}”` : 'Security key';
}

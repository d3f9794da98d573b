import { useState } from 'react';
import type { SecondFactorCopy } from '../../content/admin/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import type { Answer } from '../session/answer.ts';
import { FactorCode } from './FactorCode.tsx';
import { KeyForm } from './KeyForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { proveAppCode, proveRecoveryCode } from './prove-code.ts';
import styles from './SecondFactorStep.module.css';
import { useSecondFactor, type StepProps } from './use-second-factor.ts';
import type { Method } from './methods.ts';

interface Props extends StepProps {
  /** The cancel button's label, where 'Cancel' is not enough. */
  leaveLabel?: string;
}

/** Asks for the account's second factor with any of its methods. */
export default function SecondFactorStep({ leaveLabel, ...step }: Props) {
  const { copy } = step;
  const { methods, read, take } = useSecondFactor(step);
  const [chosen, setChosen] = useState('');
  return (
    <div className={styles['step']}>
      {methods === 'reading' && <p aria-live="polite">{copy.loading}</p>}
      {methods === 'unread' && (
        <>
          <p role="alert">{copy.unread}</p>
          <Button look="solid" onClick={() => void read()}>
            {copy.retry}
          </Button>
        </>
      )}
      {Array.isArray(methods) && (
        <Choice copy={copy} methods={methods} chosen={chosen} onChoose={setChosen} onAnswer={take} />
      )}
      <Button look="text" onClick={() => step.onLeave(null)}>
        {leaveLabel ?? copy.leave}
      </Button>
    </div>
  );
}

interface ChoiceProps {
  copy: SecondFactorCopy;
  methods: readonly Method[];
  /** The key of the chosen method, '' for the first. */
  chosen: string;
  onChoose: (key: string) => void;
  onAnswer: (answer: Answer) => void;
}

const keyOf = ({ factorIds }: Method) => factorIds.join();

/** The way that is asked for now, and the others. */
function Choice({ copy, methods, chosen, onChoose, onAnswer }: ChoiceProps) {
  const method = methods.find((one) => keyOf(one) === chosen) ?? methods[0];
  if (!method) return <p role="alert">{copy.closed}</p>;
  const others = methods.filter((one) => one !== method);
  return (
    <>
      <WayForm key={keyOf(method)} copy={copy} method={method} onAnswer={onAnswer} />
      {others.length === 0 && <p className={styles['lost']}>{copy.lost}</p>}
      {others.length > 0 && (
        <section className={styles['others']} aria-label={copy.others}>
          <p className={styles['othersTitle']}>{copy.others}</p>
          <div className={styles['otherButtons']}>
            {others.map((one) => (
              <Button key={keyOf(one)} onClick={() => onChoose(keyOf(one))}>
                {nameOf(one, copy)}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function WayForm({
  copy,
  method,
  onAnswer,
}: {
  copy: SecondFactorCopy;
  method: Method;
  onAnswer: (answer: Answer) => void;
}) {
  const [factorId = ''] = method.factorIds;
  if (method.kind === 'webauthn')
    return <KeyForm copy={copy.key} lead={leadOf(method, copy)} factorId={factorId} onAnswer={onAnswer} />;
  if (method.kind === 'phone') return <PhoneForm copy={copy} method={method} onAnswer={onAnswer} />;
  if (method.kind === 'recovery_code')
    return (
      <FactorCode
        copy={{ ...copy.recovery, submitting: copy.submitting }}
        lead={copy.recovery.lead}
        isRecovery
        prove={proveRecoveryCode}
        onAnswer={onAnswer}
      />
    );
  return (
    <FactorCode
      copy={{ ...copy.app, submitting: copy.submitting }}
      lead={copy.app.lead}
      prove={(code) => proveAppCode(method.factorIds, code)}
      onAnswer={onAnswer}
    />
  );
}

const leadOf = ({ name }: Method, { key }: SecondFactorCopy) =>
  name ? key.leadNamed.replace('{name}', name) : key.lead;

/** Returns a method's name in the list. */
function nameOf({ kind, name }: Method, copy: SecondFactorCopy): string {
  if (kind === 'totp') return copy.app.methodName;
  if (kind === 'recovery_code') return copy.recovery.methodName;
  if (kind === 'phone') return copy.phone.named.replace('{end}', name);
  return name ? copy.key.named.replace('{name}', name) : copy.key.methodName;
}

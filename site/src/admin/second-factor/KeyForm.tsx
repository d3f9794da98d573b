import { useEffect, useId, useRef, useState } from 'react';
import type { SecondFactorCopy } from '../../content/admin/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusOnMount } from '../../ui/form/use-focus-on-mount.ts';
import type { Answer } from '../session/answer.ts';
import { proveKey } from './prove-key.ts';
import styles from './SecondFactorStep.module.css';

interface Props {
  copy: SecondFactorCopy['key'];
  lead: string;
  factorId: string;
  onAnswer: (answer: Answer) => void;
}

/** Asks for a security key: the browser speaks to it once the person says so, and stops when the step is left. */
export function KeyForm({ copy, lead, factorId, onAnswer }: Props) {
  const leadId = useId();
  const button = useFocusOnMount<HTMLButtonElement>();
  const ceremony = useRef<AbortController>(null);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => () => ceremony.current?.abort(), []);

  const use = async () => {
    if (isWaiting) return;
    setWaiting(true);
    ceremony.current = new AbortController();
    const { signal } = ceremony.current;
    const answer = await proveKey(factorId, signal);
    if (signal.aborted) return;
    setWaiting(false);
    onAnswer(answer);
  };
  return (
    <div className={styles['form']}>
      <p id={leadId} className={styles['lead']}>
        {lead}
      </p>
      <Button
        look="solid"
        ref={button}
        aria-describedby={leadId}
        aria-disabled={isWaiting || undefined}
        onClick={() => void use()}
      >
        <span aria-live="polite">{isWaiting ? copy.waiting : copy.submit}</span>
      </Button>
    </div>
  );
}

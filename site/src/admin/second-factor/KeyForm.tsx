import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useSave } from '../saving/use-save.ts';
import type { Answer } from '../session/answer.ts';
import { proveKey } from './prove-key.ts';
import { useLeft } from './use-left.ts';
import { useFocusOnMount } from '../../ui/form/Field.tsx';
import styles from '../SignIn.module.css';

interface Props {
  lead: string;
  factorId: string;
  onAnswer: (answer: Answer) => void;
}

/** Asks for a security key. The browser contacts it on a press, and stops when the step is left. */
export function KeyForm({ lead, factorId, onAnswer }: Props) {
  const leadId = useId();
  const button = useFocusOnMount<HTMLButtonElement>();
  const left = useLeft();
  const { save, isSaving: isWaiting } = useSave({
    send: () => proveKey(factorId, left),
    done: (answer) => !left.aborted && onAnswer(answer),
  });
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
        onClick={() => void save()}
      >
        <span aria-live="polite">{isWaiting ? 'Waiting for your key…' : 'Use security key'}</span>
      </Button>
    </div>
  );
}

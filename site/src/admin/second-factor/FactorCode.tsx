import { CodeForm, recoveryCode, sixDigits } from '../saving/CodeForm.tsx';
import { isWrongFactorCode, type Answer } from '../session/answer.ts';
import styles from './SecondFactorStep.module.css';

interface Props {
  copy: {
    readonly label: string;
    readonly submit: string;
    readonly submitting: string;
    /** Shown instead of sending what cannot be a code. */
    readonly needed: string;
    readonly wrong: string;
  };
  lead: string;
  isRecovery?: boolean;
  prove: (code: string) => Promise<Answer>;
  /** Not called for a wrong code, which is reported here. */
  onAnswer: (answer: Answer) => void;
}

/** Asks for the code of a second factor. */
export function FactorCode({ copy, lead, isRecovery = false, prove, onAnswer }: Props) {
  const send = async (code: string) => {
    const answer = await prove(code);
    if (!answer.ok && isWrongFactorCode(answer)) return copy.wrong;
    onAnswer(answer);
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={styles['form']}
      shape={isRecovery ? recoveryCode : sixDigits}
      label={copy.label}
      submit={copy.submit}
      submitting={copy.submitting}
      needed={copy.needed}
      look="solid"
      send={send}
    >
      <p className={styles['lead']}>{lead}</p>
    </CodeForm>
  );
}

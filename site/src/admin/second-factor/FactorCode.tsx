import { CodeForm, recoveryCode, sixDigits } from '../saving/CodeForm.tsx';
import { isWrongFactorCode, type Answer } from '../session/answer.ts';
import styles from '../SignIn.module.css';

interface Props {
  words: {
    readonly label: string;
    readonly submit: string;
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
export function FactorCode({ words, lead, isRecovery = false, prove, onAnswer }: Props) {
  const send = async (code: string) => {
    const answer = await prove(code);
    if (!answer.ok && isWrongFactorCode(answer)) return words.wrong;
    onAnswer(answer);
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={styles['form']}
      shape={isRecovery ? recoveryCode : sixDigits}
      label={words.label}
      submit={words.submit}
      savingLabel="Signing in…"
      needed={words.needed}
      look="solid"
      send={send}
    >
      <p className={styles['lead']}>{lead}</p>
    </CodeForm>
  );
}

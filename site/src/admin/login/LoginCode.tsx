import type { LoginCopy } from '../../content/admin/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { CodeForm } from '../saving/CodeForm.tsx';
import { isWrongCode } from '../session/answer.ts';
import { failureToast } from '../session/failure-toast.ts';
import { signInByCode, isSecondFactorDue } from '../session/sign-in.ts';
import styles from './LoginDialog.module.css';
import type { SignedIn } from './use-sign-in-steps.ts';

interface Props {
  copy: LoginCopy;
  /** The address of the mail. */
  email: string;
  onSignedIn: (how: SignedIn) => void;
  onBack: (email: string) => void;
}

/** Takes the code of the mail for a new password, for people who read it on another device. */
export default function LoginCode({ copy, email, onSignedIn, onBack }: Props) {
  const { forgot } = copy;
  const send = async (code: string) => {
    const answer = await signInByCode(email, code);
    if (!answer.ok && isWrongCode(answer)) return forgot.codeWrong;
    if (!answer.ok && answer.isOffline) return copy.offline;
    if (answer.ok) onSignedIn({ owesProof: await isSecondFactorDue(), wantsPassword: true });
    else showToast(failureToast(answer, copy));
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={styles['form']}
      label={forgot.code}
      submit={forgot.codeSubmit}
      look="solid"
      needed={forgot.codeNeeded}
      send={send}
      actions={
        <Button look="text" onClick={() => onBack(email)}>
          {forgot.other}
        </Button>
      }
    >
      <p className={styles['lead']}>{forgot.sent.replace('{email}', email)}</p>
    </CodeForm>
  );
}

import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { CodeForm } from '../saving/CodeForm.tsx';
import { isWrongCode, loginFailure, NOT_THE_CODE, OFFLINE } from '../session/answer.ts';
import { answerOf } from '../session/answer-of.ts';
import { auth } from '../../supabase/auth.ts';
import styles from '../SignIn.module.css';

interface Props {
  /** The address of the mail. */
  email: string;
  onSignedIn: (to: string) => Promise<void>;
  onBack: (email: string) => void;
}

/** Takes the code of the mail for a new password, for people who read it on another device. */
export default function LoginCode({ email, onSignedIn, onBack }: Props) {
  const send = async (code: string) => {
    const answer = await answerOf(auth().verifyOtp({ email, token: code, type: 'recovery' }));
    if (!answer.ok && isWrongCode(answer)) return NOT_THE_CODE;
    if (!answer.ok && answer.isOffline) return OFFLINE;
    if (answer.ok) await onSignedIn('/admin?view=new-password');
    else showToast(loginFailure(answer));
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={styles['form']}
      label="Six-digit code"
      submit="Continue"
      look="solid"
      needed="Please enter the six digits from the email."
      send={send}
      actions={
        <Button look="text" onClick={() => onBack(email)}>
          Another address
        </Button>
      }
    >
      <p
        className={`${styles['lead']} ${styles['first']}`}
      >{`If this address has an account, an email is on its way to ${email}. Follow its link, or enter its code here.`}</p>
    </CodeForm>
  );
}

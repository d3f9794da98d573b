import { Button } from '../../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { mailCode } from './change-password.ts';

interface Props {
  error: string | undefined;
}

/** Asks for the mailed code as proof, and mails another when that one is late or invalid. */
export function MailedCode({ error }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const { save: sendAgain } = useSave({
    send: mailCode,
    done: (answer) =>
      showToast(
        answer.ok
          ? { title: 'Check your email', text: 'Another code is on its way.' }
          : failureToast(answer, 'Password not saved'),
      ),
  });
  return (
    <>
      <Field
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label="Code from the mail we sent you"
        hint="Because you signed in a while ago, we sent you a mail with a code. Please enter it here."
        error={error}
        ref={field}
      />
      <Button look="text" onClick={() => void sendAgain()}>
        Send another code
      </Button>
    </>
  );
}

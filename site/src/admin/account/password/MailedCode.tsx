import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { mailCode } from './change-password.ts';

interface Props {
  copy: AccountCopy['password'];
  error: string | undefined;
}

/** Asks for the mailed code as proof, and mails another when that one is late or invalid. */
export function MailedCode({ copy, error }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const { save: sendAgain } = useSave({
    send: mailCode,
    done: (answer) => showToast(answer.ok ? copy.toasts.sent : failureToast(answer, copy)),
  });
  return (
    <>
      <Field
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={copy.codeLabel}
        hint={copy.codeLead}
        error={error}
        ref={field}
      />
      <Button look="text" onClick={() => void sendAgain()}>
        {copy.codeAgain}
      </Button>
    </>
  );
}

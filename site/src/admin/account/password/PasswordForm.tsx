import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { SaveForm } from '../../saving/SaveForm.tsx';
import { useSave } from '../../saving/use-save.ts';
import { answerOf } from '../../session/answer-of.ts';
import { failureToast, NOT_THE_CODE, type Answer } from '../../session/answer.ts';
import { auth } from '../../../supabase/auth.ts';
import styles from '../Account.module.css';
import { trimmed } from '@solostead/contract/visible';

/** The auth service's refusal to save a password until the person has proven themselves again. */
const CODE_NEEDED = 'reauthentication_needed';

/** Mails a code that proves the person once more. */
const mailCode = (): Promise<Answer> => answerOf(auth().reauthenticate());

/** Sets the password. If the answer is CODE_NEEDED, a code was mailed, which then goes along as `code`. */
async function changePassword(password: string, code?: string): Promise<Answer> {
  const answer = await answerOf(auth().updateUser(code ? { password, nonce: code } : { password }));
  if (answer.ok || answer.code !== CODE_NEEDED) return answer;
  const mailed = await mailCode();
  return mailed.ok ? answer : mailed;
}

interface Props {
  /** The account of the password, for the browser's password manager. */
  email: string;
  onSaved?: () => void;
}

type Faults = Partial<Record<'password' | 'again' | 'code', string>>;

const SHORTEST = 8;

function faultsOf(values: FormData, owesCode: boolean): Faults {
  const password = String(values.get('password'));
  if ([...password].length < SHORTEST) return { password: 'Please use at least 8 characters.' };
  if (password !== values.get('again')) return { again: 'The two passwords differ.' };
  if (owesCode && !trimmed(String(values.get('code'))))
    return { code: 'Please enter the code from the email.' };
  return {};
}

/** Checks and saves the password. `owesCode` is true once a code was mailed, which the form then asks for. */
function usePasswordSave(onSaved: Props['onSaved']) {
  const [faults, setFaults] = useState<Faults>({});
  const [owesCode, setOwesCode] = useState(false);

  const { save, isSaving } = useSave({
    send: ({ values }: { form: HTMLFormElement; values: FormData }) => {
      const code = owesCode ? trimmed(String(values.get('code'))) : undefined;
      return changePassword(String(values.get('password')), code);
    },
    done: (answer, { form }) => {
      if (answer.ok) {
        form.reset();
        setOwesCode(false);
        showToast({ title: 'Password saved', text: 'Use it the next time you sign in.' });
        onSaved?.();
      } else if (answer.code === CODE_NEEDED) setOwesCode(true);
      else if (answer.code === 'reauthentication_not_valid') setFaults({ code: NOT_THE_CODE });
      else showToast(failureToast(answer, 'Password not saved'));
    },
  });
  const submit = (form: HTMLFormElement) => {
    const values = new FormData(form);
    const found = faultsOf(values, owesCode);
    setFaults(found);
    if (Object.keys(found).length === 0) void save({ form, values });
  };
  return { submit, isSaving, faults, owesCode };
}

/** Sets a new password. Asks for a mailed code when the sign-in was long ago. */
export function PasswordForm({ email, onSaved }: Props) {
  const { submit, isSaving, faults, owesCode } = usePasswordSave(onSaved);
  return (
    <SaveForm
      className={`stack gap-4 ${styles['form']}`}
      label="Save password"
      look="solid"
      isSaving={isSaving}
      onSave={submit}
      noValidate
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        name="password"
        type="password"
        autoComplete="new-password"
        label="New password"
        error={faults.password}
      />
      <Field
        name="again"
        type="password"
        autoComplete="new-password"
        label="Repeat the new password"
        error={faults.again}
      />
      {owesCode && <MailedCode error={faults.code} />}
    </SaveForm>
  );
}

/** Asks for the mailed code as proof, and mails another when that one is late or invalid. */
function MailedCode({ error }: { error: string | undefined }) {
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
        label="Code from the email we sent you"
        hint="Because you signed in a while ago, we sent you an email with a code. Please enter it here."
        error={error}
        ref={field}
      />
      <Button look="text" onClick={() => void sendAgain()}>
        Send another code
      </Button>
    </>
  );
}

import { useRef, useState, type SubmitEvent } from 'react';
import { showToast } from '../../ui/toast/show.ts';
import { useSave } from '../saving/use-save.ts';
import { loginFailure } from '../session/failure-toast.ts';
import { signIn, isSecondFactorDue } from '../session/sign-in.ts';

const WRONG = 'invalid_credentials';

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '');

/** Signs in with what is in the form (contract P4.5 and P5.9), once at a time. A refused password is marked, to be typed over. */
export function useCredentials(onSignedIn: (how: { owesProof: boolean }) => void) {
  const passwordField = useRef<HTMLInputElement>(null);
  const [isOffline, setOffline] = useState(false);

  const { save, isSaving } = useSave({
    send: async ({ email, password }: { email: string; password: string }) => {
      const answer = await signIn(email, password);
      return { answer, owesProof: answer.ok && (await isSecondFactorDue()) };
    },
    done: ({ answer, owesProof }) => {
      if (answer.ok) return onSignedIn({ owesProof });
      setOffline(answer.isOffline === true);
      showToast(loginFailure(answer));
      if (answer.code === WRONG) markAll(passwordField.current);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [email, password] = [textOf(values, 'email').trim(), textOf(values, 'password')];
    if (!email || !password)
      return showToast({
        title: 'Missing credentials',
        text: 'Please enter email and password.',
        tone: 'danger',
      });
    setOffline(false);
    void save({ email, password });
  };
  return { isSending: isSaving, isOffline, submit, passwordField };
}

function markAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

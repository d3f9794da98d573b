import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { auth, signOutHere } from '../../../supabase/auth.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { isCodeDue, proveCode } from '../../session/secondFactor.ts';
import { signIn } from '../../session/signIn.ts';
import { useMe } from '../me.tsx';
import { fill, useWords } from '../words.tsx';

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** The same person signs in again, by password and, when the account has one, by a code. */
export function useSigningInAgain(onDone: () => void) {
  const { again } = useWords();
  const me = useMe();
  const client = useQueryClient();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [error, setError] = useState('');
  const [isSending, setSending] = useState(false);

  const finish = async () => {
    const { data } = await auth().getSession();
    if (data.session?.user.id !== me.user_id) {
      await signOutHere();
      return setError(fill(again.other, { email: me.email }));
    }
    if (await isCodeDue()) return setStep('code');
    showToast({ title: again.done });
    onDone();
    await client.invalidateQueries();
  };
  const submit = async (form: FormData) => {
    if (isSending) return;
    setSending(true);
    setError('');
    const answer =
      step === 'password'
        ? await signIn(textOf(form, 'email'), String(form.get('password') ?? ''))
        : await proveCode(textOf(form, 'code'));
    if (answer.ok) await finish();
    else setError(answer.message ?? again.failed);
    setSending(false);
  };
  return { email: me.email, step, error, isSending, submit };
}

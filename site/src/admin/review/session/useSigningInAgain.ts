import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { auth, signOutHere } from '../../../supabase/auth.ts';
import { showToast } from '../../../ui/toast/show.ts';
import type { Toast } from '../../../ui/toast/toast.ts';
import { isSecondFactorDue } from '../../second-factor/due.ts';
import { signIn } from '../../session/signIn.ts';
import { useMe } from '../me.tsx';
import { fill, useWords } from '../words.tsx';

/**
 * The same person signs in again, by password and, when the account has one, by a second factor; by that alone where
 * the session is there still and owes it.
 */
export function useSigningInAgain(onDone: () => void) {
  const { again } = useWords();
  const me = useMe();
  const client = useQueryClient();
  const [step, setStep] = useState<'looking' | 'password' | 'proof'>('looking');
  const [error, setError] = useState('');
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    void isSecondFactorDue().then((isDue) => setStep(isDue ? 'proof' : 'password'));
  }, []);

  const finish = async () => {
    const { data } = await auth().getSession();
    if (data.session?.user.id !== me.user_id) {
      await signOutHere();
      return setError(fill(again.other, { email: me.email }));
    }
    if (await isSecondFactorDue()) return setStep('proof');
    showToast({ title: again.done });
    onDone();
    await client.invalidateQueries();
  };
  const beginAgain = (why: Toast) => {
    setStep('password');
    showToast(why);
  };
  const submit = async (form: FormData) => {
    if (isSending) return;
    setSending(true);
    setError('');
    const answer = await signIn(String(form.get('email') ?? '').trim(), String(form.get('password') ?? ''));
    if (answer.ok) await finish();
    else setError(answer.message ?? again.failed);
    setSending(false);
  };
  return { email: me.email, step, error, isSending, submit, finish, beginAgain };
}

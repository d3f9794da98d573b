import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { auth, signOutHere } from '../../../supabase/auth.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { isCodeDue, proveCode } from '../../session/secondFactor.ts';
import { signIn } from '../../session/signIn.ts';
import { onSessionLost } from '../../session/unsaved.ts';
import { useMe } from '../me.tsx';
import { Modal } from '../parts/Modal.tsx';
import { fill, useWords } from '../words.tsx';
import styles from '../moves/MoveDialog.module.css';

const leave = () => location.replace('/');
const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Waits for the session to be lost while text is unsaved, and then has it renewed in place. */
export function SignInAgain() {
  const [isLost, setLost] = useState(false);
  useEffect(() => onSessionLost(() => setLost(true)), []);
  return isLost ? <AgainDialog onDone={() => setLost(false)} /> : null;
}

type Step = 'password' | 'code';

function AgainDialog({ onDone }: { onDone: () => void }) {
  const { again } = useWords();
  const me = useMe();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('password');
  const [error, setError] = useState('');
  const [isSending, setSending] = useState(false);

  const finish = async () => {
    if (await isCodeDue()) return setStep('code');
    const { data } = await auth().getSession();
    if (data.session?.user.id !== me.user_id) {
      await signOutHere();
      return setError(fill(again.other, { email: me.email }));
    }
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

  return (
    <Modal title={again.title} onClose={leave} isFirm>
      <p>{again.text}</p>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        {step === 'password' ? (
          <>
            <Field
              label={again.email}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={me.email}
            />
            <Field
              label={again.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={error}
            />
          </>
        ) : (
          <Field
            label={again.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={error}
          />
        )}
        <div className={styles['ways']}>
          <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
            {isSending ? again.submitting : again.submit}
          </Button>
          <Button onClick={leave}>{again.leave}</Button>
        </div>
      </form>
    </Modal>
  );
}

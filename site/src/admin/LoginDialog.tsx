import { useCallback, useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { LoginCopy } from '../content/admin.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { wasSentEarly } from '../ui/earlySubmit.ts';
import { Field } from '../ui/form/Field.tsx';
import { carryToast } from '../ui/toast/carried.ts';
import { showToast } from '../ui/toast/show.ts';
import { ToastList } from '../ui/toast/ToastList.tsx';
import { signIn } from './signIn.ts';
import styles from './LoginDialog.module.css';

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '');

/** The admins' way in. Its button stays enabled, so that its toast can say what is missing. */
export function LoginDialog({ copy }: { copy: LoginCopy }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const inFlight = useRef(false);
  const [isSending, setSending] = useState(false);

  const send = useCallback(
    async (values: FormData) => {
      const [email, password] = [textOf(values, 'email').trim(), textOf(values, 'password')];
      if (!email || !password) return showToast(copy.toasts.missing);
      setSending(true);
      const answer = await signIn(email, password);
      setSending(false);
      if (!answer.ok)
        return showToast({ ...copy.toasts.failed, text: answer.message ?? copy.toasts.failed.text });
      dialog.current?.close();
      carryToast(copy.toasts.success);
      location.assign('/admin');
    },
    [copy],
  );

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    void send(new FormData(event.currentTarget)).finally(() => {
      inFlight.current = false;
    });
  };

  useEffect(() => {
    if (form.current && wasSentEarly(form.current)) form.current.requestSubmit();
  }, []);

  return (
    <Dialog id="login-dialog" title={copy.title} closeLabel={copy.close} ref={dialog}>
      <p className={styles['lead']}>{copy.lead}</p>
      <form ref={form} className={styles['form']} method="dialog" noValidate onSubmit={submit}>
        <Field
          name="email"
          label={copy.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          {...{ autofocus: '' }}
        />
        <Field name="password" label={copy.password} type="password" autoComplete="current-password" />
        <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
          {isSending ? copy.submitting : copy.submit}
        </Button>
      </form>
      <ToastList />
    </Dialog>
  );
}

import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { beginEnrolment, forgetEnrolment, proveEnrolment, type Enrolment } from './factors.ts';
import { QrCode } from './QrCode.tsx';
import styles from '../Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  onEnrolled: () => void;
  onCancel: () => void;
}

/** Adds an authenticator app: a picture to scan, the key to type, and the first code as proof. */
export function AddApp({ copy, onEnrolled, onCancel }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void beginEnrolment(`App ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`).then((begun) => {
      if (!('failure' in begun)) return setEnrolment(begun);
      showToast({ ...copy.toasts.failed, text: begun.failure ?? copy.toasts.failed.text });
      onCancel();
    });
  }, [copy, onCancel]);

  const cancel = () => {
    if (enrolment) void forgetEnrolment(enrolment.id);
    onCancel();
  };

  if (!enrolment) return <div className={styles['skeleton']} aria-busy="true" />;
  return (
    <div className={styles['enrol']}>
      <p className={styles['soft']}>{copy.scan}</p>
      <QrCode text={enrolment.uri} label={copy.picture} className={styles['picture']} />
      <p>
        <span className={styles['soft']}>{copy.key}</span>
        <code className={styles['key']}>{enrolment.key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FirstCode copy={copy} id={enrolment.id} onEnrolled={onEnrolled} onCancel={cancel} />
    </div>
  );
}

/** The first code of the app that is being added; a wrong one is marked, to be typed over. */
function FirstCode({ copy, id, onEnrolled, onCancel }: Props & { id: string }) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string>();
  const askAgain = (why: string) => {
    setFault(why);
    field.current?.focus();
    field.current?.select();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(code)) return askAgain(copy.codeNeeded);
    setFault(undefined);
    setSending(true);
    const answer = await proveEnrolment(id, code);
    setSending(false);
    if (answer.ok) return onEnrolled();
    askAgain('');
    showToast({ ...copy.toasts.failed, text: answer.message ?? copy.toasts.failed.text });
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="code"
        label={copy.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={fault}
        ref={field}
      />
      <div className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
          {copy.confirm}
        </Button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

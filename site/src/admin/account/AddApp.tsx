import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { AccountCopy } from '../../content/account.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { beginEnrolment, forgetEnrolment, proveEnrolment } from './factors.ts';
import type { Enrolment } from './factors.ts';
import { QrCode } from './QrCode.tsx';
import styles from './Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  onEnrolled: () => void;
  onCancel: () => void;
}

/** Adds an authenticator app: a picture to scan, the key to type, and the first code as proof. */
export function AddApp({ copy, onEnrolled, onCancel }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const hasBegun = useRef(false);

  const fail = (message: string | null) =>
    showToast({ ...copy.toasts.failed, text: message ?? copy.toasts.failed.text });

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void beginEnrolment(`App ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`).then((begun) => {
      if (!('failure' in begun)) return setEnrolment(begun);
      showToast({ ...copy.toasts.failed, text: begun.failure ?? copy.toasts.failed.text });
      onCancel();
    });
  }, [copy, onCancel]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!enrolment) return;
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    const answer = await proveEnrolment(enrolment.id, code);
    if (answer.ok) onEnrolled();
    else fail(answer.message);
  };
  const cancel = () => {
    if (enrolment) void forgetEnrolment(enrolment.id);
    onCancel();
  };

  if (!enrolment) return <div className={styles['skeleton']} aria-busy="true" />;
  return (
    <form className={styles['enrol']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles['soft']}>{copy.scan}</p>
      <QrCode text={enrolment.uri} label={copy.picture} className={styles['picture']} />
      <p>
        <span className={styles['soft']}>{copy.key}</span>
        <code className={styles['key']}>{enrolment.key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Field name="code" label={copy.code} inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
      <div className={styles['ways']}>
        <Button type="submit" look="solid">
          {copy.confirm}
        </Button>
        <Button onClick={cancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

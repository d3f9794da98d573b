import { useState } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { beginEnrolment, forgetEnrolment, type Enrolment } from './factors.ts';
import { FirstCode } from './FirstCode.tsx';
import { NameForm } from './NameForm.tsx';
import { QrCode } from './QrCode.tsx';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  taken: readonly string[];
  onEnrolled: () => void;
  onCancel: () => void;
}

const NAME_TAKEN = 'mfa_factor_name_conflict';

/** Adds an authenticator app with a name, a picture to scan, the key to type, and the first code as proof. */
export function AddApp({ copy, taken, onEnrolled, onCancel }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);

  const begin = async (name: string): Promise<string | undefined> => {
    const begun = await beginEnrolment(name);
    if ('uri' in begun) setEnrolment(begun);
    else if (begun.code === NAME_TAKEN) return copy.nameTaken;
    else showToast({ ...copy.toasts.failed, text: begun.message ?? copy.toasts.failed.text });
    return undefined;
  };
  const cancel = () => {
    if (enrolment) void forgetEnrolment(enrolment.id);
    onCancel();
  };

  if (!enrolment)
    return (
      <NameForm
        copy={copy}
        lead={copy.appLead}
        name={copy.kinds.totp}
        taken={taken}
        submit={copy.goOn}
        onName={begin}
        onCancel={onCancel}
      />
    );
  return (
    <div className={styles['enrol']}>
      <p className={styles['soft']}>{copy.scan}</p>
      <QrCode text={enrolment.uri} label={copy.picture} className={styles['picture']} />
      <p>
        <span className={styles['soft']}>{copy.key}</span>
        <code className={styles['key']}>{enrolment.key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FirstCode copy={copy} id={enrolment.id} onEnrolled={onEnrolled}>
        <Button onClick={cancel}>{copy.cancel}</Button>
      </FirstCode>
    </div>
  );
}

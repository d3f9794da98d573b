import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { beginEnrolment, forgetEnrolment, type Enrolment } from './factors.ts';
import { FirstCode } from './FirstCode.tsx';
import { NAME_IS_TAKEN, NameForm } from './NameForm.tsx';
import { QrCode } from './QrCode.tsx';
import styles from '../parts/Account.module.css';

interface Props {
  taken: readonly string[];
  onEnrolled: () => void;
  onCancel: () => void;
}

const NAME_TAKEN = 'mfa_factor_name_conflict';

/** Adds an authenticator app with a name, a picture to scan, the key to type, and the first code as proof. */
export function AddApp({ taken, onEnrolled, onCancel }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);

  const begin = async (name: string): Promise<string | undefined> => {
    const begun = await beginEnrolment(name);
    if ('uri' in begun) setEnrolment(begun);
    else if (begun.code === NAME_TAKEN) return NAME_IS_TAKEN;
    else showToast(failureToast(begun));
    return undefined;
  };
  const cancel = () => {
    if (enrolment) void forgetEnrolment(enrolment.id);
    onCancel();
  };

  if (!enrolment)
    return (
      <NameForm
        lead="A code on your phone or computer, required in addition to the password."
        name="Authenticator app"
        taken={taken}
        submit="Continue"
        onName={begin}
        onCancel={onCancel}
      />
    );
  return (
    <div className={styles['enrol']}>
      <p className="text-sm soft">
        Scan this picture with your authenticator app, or enter the key by hand. Then enter the code that the
        app shows.
      </p>
      <QrCode text={enrolment.uri} label="QR code for your authenticator app" className={styles['picture']} />
      <p>
        <span className="text-sm soft">Key</span>
        <code className={styles['key']}>{enrolment.key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FirstCode id={enrolment.id} onEnrolled={onEnrolled}>
        <Button onClick={cancel}>Cancel</Button>
      </FirstCode>
    </div>
  );
}

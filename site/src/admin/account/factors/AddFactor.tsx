import { useState } from 'react';
import { showToast } from '../../../ui/toast/show.ts';
import { localise, failureToast, isWrongFactorCode } from '../../session/answer.ts';
import { keyProblems } from '../../second-factor/problems.ts';
import { useLeft } from '../../second-factor/use-left.ts';
import { addKey, beginEnrolment, forgetEnrolment, type Enrolment, proveEnrolment } from './factors.ts';
import { NAME_IS_TAKEN } from './factor-names.ts';
import { NameForm } from './NameForm.tsx';
import { encode } from 'uqr';
import { Button } from '../../../ui/Button.tsx';
import { CodeForm, sixDigits } from '../../saving/CodeForm.tsx';
import styles from '../Account.module.css';
import type { Elements } from '../../../ui/elements.ts';

interface Props {
  taken: readonly string[];
  onAdded: () => void;
  onCancel: () => void;
}

/** Returns a signal for Cancel and a function that cancels. Leaving the page keeps a factor that was sent. */
function useCancelling(onCancel: () => void): [AbortSignal, () => void] {
  const [cancelling] = useState(() => new AbortController());
  const cancel = () => {
    cancelling.abort();
    onCancel();
  };
  return [cancelling.signal, cancel];
}

/** Adds a security key with a name. The browser then asks for the key. */
export function AddKey({ taken, onAdded, onCancel }: Props) {
  const left = useLeft();
  const [cancelled, cancel] = useCancelling(onCancel);

  const add = async (name: string): Promise<void> => {
    const answer = await addKey(name, left, cancelled);
    if (!answer.ok && !left.aborted) showToast(failureToast(localise(answer, keyProblems)));
    if (answer.ok && !cancelled.aborted) onAdded();
  };
  return (
    <NameForm
      lead="A key that you plug in or hold against your device, or the device itself. Your browser asks for it next."
      name="Security key"
      taken={taken}
      submit="Add this key"
      submitting="Waiting for your key…"
      onName={add}
      onCancel={cancel}
    />
  );
}

/** Adds an authenticator app with a name, a picture to scan, the key to type, and the first code as proof. */
export function AddApp({ taken, onAdded, onCancel }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);

  const begin = async (name: string): Promise<string | undefined> => {
    const begun = await beginEnrolment(name);
    if ('uri' in begun) setEnrolment(begun);
    else if (begun.code === 'mfa_factor_name_conflict') return NAME_IS_TAKEN;
    else showToast(failureToast(begun));
    return undefined;
  };
  const [cancelled, cancel] = useCancelling(() => {
    if (enrolment) void forgetEnrolment(enrolment.id);
    onCancel();
  });

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
    <div className={`stack gap-4 ${styles['form']}`}>
      <p className="text-sm text-ink-soft">
        Scan this picture with your authenticator app, or enter the key by hand. Then enter the code that the
        app shows.
      </p>
      <QrCode text={enrolment.uri} />
      <p>
        <span className="text-sm text-ink-soft">Key</span>
        <code className={`text-sm wrap-anywhere ${styles['key']}`}>
          {enrolment.key.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <FirstCode id={enrolment.id} cancelled={cancelled} onAdded={onAdded}>
        <Button onClick={cancel}>Cancel</Button>
      </FirstCode>
    </div>
  );
}

/** A QR code as one path, which is sharp at any size and allowed by the content security policy. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      className={styles['picture']}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

interface FirstCodeProps {
  id: string;
  cancelled: AbortSignal;
  onAdded: () => void;
  /** The button next to the one that confirms. */
  children: Elements;
}

/** The first code of the app that is being added. */
function FirstCode({ id, cancelled, onAdded, children }: FirstCodeProps) {
  const send = async (code: string) => {
    const answer = await proveEnrolment(id, code, cancelled);
    if (cancelled.aborted) return null;
    if (!answer.ok && isWrongFactorCode(answer))
      return 'That is not the current code. Enter the six digits your app shows now.';
    if (answer.ok) onAdded();
    else showToast(failureToast(answer));
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={`stack gap-4 ${styles['form']}`}
      actionsClassName="cluster gap-3"
      shape={sixDigits}
      label="Six-digit code"
      submit="Add this app"
      look="solid"
      needed="Please enter the six digits that your app shows."
      send={send}
      actions={children}
    />
  );
}

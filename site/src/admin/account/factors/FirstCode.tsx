import type { ReactNode } from 'react';
import { showToast } from '../../../ui/toast/show.ts';
import { CodeForm, sixDigits } from '../../saving/CodeForm.tsx';
import { isWrongFactorCode } from '../../session/answer.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { proveEnrolment } from './factors.ts';
import styles from '../parts/Account.module.css';

interface Props {
  id: string;
  onEnrolled: () => void;
  /** The button next to the one that confirms. */
  children: ReactNode;
}

/** The first code of the app that is being added. */
export function FirstCode({ id, onEnrolled, children }: Props) {
  const send = async (code: string) => {
    const answer = await proveEnrolment(id, code);
    if (!answer.ok && isWrongFactorCode(answer))
      return 'That is not the current code. Enter the six digits your app shows now.';
    if (answer.ok) onEnrolled();
    else showToast(failureToast(answer));
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={styles['form']}
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

import type { ReactNode } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { CodeForm, sixDigits } from '../../saving/CodeForm.tsx';
import { isWrongFactorCode } from '../../session/answer.ts';
import { proveEnrolment } from './factors.ts';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  id: string;
  onEnrolled: () => void;
  /** The button next to the one that confirms. */
  children: ReactNode;
}

/** The first code of the app that is being added. */
export function FirstCode({ copy, id, onEnrolled, children }: Props) {
  const send = async (code: string) => {
    const answer = await proveEnrolment(id, code);
    if (!answer.ok && isWrongFactorCode(answer)) return copy.codeWrong;
    if (answer.ok) onEnrolled();
    else showToast({ ...copy.toasts.failed, text: answer.message ?? copy.toasts.failed.text });
    return answer.ok ? null : '';
  };
  return (
    <CodeForm
      className={styles['form']}
      actionsClassName={styles['actions']}
      shape={sixDigits}
      label={copy.code}
      submit={copy.confirm}
      look="solid"
      needed={copy.codeNeeded}
      send={send}
      actions={children}
    />
  );
}

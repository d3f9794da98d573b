import type { AccountCopy } from '../../../content/admin/account.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { CodeForm } from '../../saving/CodeForm.tsx';
import { isWrongCode } from '../../session/answer.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { confirm } from './change-address.ts';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy['email'];
  address: string;
  onHalfway: () => void;
  onChanged: () => void;
}

/** Takes the code that was mailed to one of the two addresses. */
export function AddressCode({ copy, address, onHalfway, onChanged }: Props) {
  const send = async (code: string) => {
    const became = await confirm(address, code);
    if (became === 'changed') onChanged();
    else if (became === 'halfway') onHalfway();
    else if (isWrongCode(became)) return copy.codeWrong;
    else showToast(failureToast(became, copy));
    return null;
  };
  return (
    <CodeForm
      className={styles['inline']}
      label={copy.code.replace('{email}', address)}
      submit={copy.confirm}
      needed={copy.codeNeeded}
      isFirst={false}
      send={send}
    />
  );
}

import { showToast } from '../../../ui/toast/show.ts';
import { CodeForm } from '../../saving/CodeForm.tsx';
import { isWrongCode } from '../../session/answer.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { confirm } from './change-address.ts';
import styles from '../parts/Account.module.css';

interface Props {
  address: string;
  onHalfway: () => void;
  onChanged: () => void;
}

/** Takes the code that was mailed to one of the two addresses. */
export function AddressCode({ address, onHalfway, onChanged }: Props) {
  const send = async (code: string) => {
    const became = await confirm(address, code);
    if (became === 'changed') onChanged();
    else if (became === 'halfway') onHalfway();
    else if (isWrongCode(became)) return 'This is not the code, or it is no longer good.';
    else showToast(failureToast(became));
    return null;
  };
  return (
    <CodeForm
      className={`stack start gap-3 full ${styles['inline']}`}
      label={`Code from the mail to ${address}`}
      submit="Confirm"
      needed="Please enter the code from the mail."
      isFirst={false}
      send={send}
    />
  );
}

import { useState } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { mailAgain } from './change-address.ts';
import { AddressCode } from './AddressCode.tsx';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy['email'];
  present: string;
  wanted: string;
  onChanged: () => void;
  /** Another address is to be asked for. */
  onOther: () => void;
}

/**
 * A pending change of address, which both addresses confirm by link or code. The auth service does not report which
 * one has, but codes entered here are known.
 */
export function Confirmations({ copy, present, wanted, onChanged, onOther }: Props) {
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [mailing, setMailing] = useState(0);
  const { save: again } = useSave({
    send: () => mailAgain(present),
    done: (answer) => {
      if (!answer.ok) return showToast(failureToast(answer, copy));
      // Codes from before are void, and so is what they have confirmed.
      setConfirmed([]);
      setMailing((count) => count + 1);
      showToast(copy.toasts.sent);
    },
  });
  return (
    <div className={styles['pending']} role="group" aria-label={copy.pending.replace('{to}', wanted)}>
      <p>{copy.pending.replace('{to}', wanted)}</p>
      <p className={styles['soft']}>{copy.both}</p>
      <ul className={styles['rows']}>
        {[present, wanted].map((address) => (
          <li key={`${address} ${mailing}`} className={styles['row']}>
            {confirmed.includes(address) ? (
              <>
                <span>{address}</span>
                <span className={styles['done']}>{copy.confirmed}</span>
              </>
            ) : (
              <AddressCode
                copy={copy}
                address={address}
                onHalfway={() => setConfirmed((all) => [...all, address])}
                onChanged={onChanged}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button onClick={() => void again()}>{copy.again}</Button>
        <Button look="text" onClick={onOther}>
          {copy.other}
        </Button>
      </div>
    </div>
  );
}

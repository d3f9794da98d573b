import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { mailAgain, confirm } from './change-address.ts';
import { CodeForm } from '../../saving/CodeForm.tsx';
import { isWrongCode, failureToast, NOT_THE_CODE } from '../../session/answer.ts';
import styles from '../Account.module.css';

interface Props {
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
export function Confirmations({ present, wanted, onChanged, onOther }: Props) {
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [mailing, setMailing] = useState(0);
  const { save: again } = useSave({
    send: () => mailAgain(present),
    done: (answer) => {
      if (!answer.ok) return showToast(failureToast(answer));
      // Codes from before are void, and so is what they have confirmed.
      setConfirmed([]);
      setMailing((count) => count + 1);
      showToast({
        title: 'Check both inboxes',
        text: 'New emails are on their way. Earlier codes no longer work.',
      });
    },
  });
  const pending = `Waiting to be changed to ${wanted}.`;
  return (
    <div className={`stack gap-3 ${styles['pending']}`} role="group" aria-label={pending}>
      <p>{pending}</p>
      <p className="text-sm text-ink-soft">
        Confirm at the old and the new address: open the link in each email, or enter its code here. Until
        then nothing changes.
      </p>
      <ul key={mailing} className="w-full">
        {[present, wanted].map((address) => (
          <li key={address} className={`row flex-wrap justify-between gap-3 ${styles['row']}`}>
            {confirmed.includes(address) ? (
              <>
                <span>{address}</span>
                <span className={`text-sm ${styles['done']}`}>Confirmed</span>
              </>
            ) : (
              <AddressCode
                address={address}
                onHalfway={() => setConfirmed((all) => [...all, address])}
                onChanged={onChanged}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="cluster gap-3">
        <Button onClick={() => void again()}>Send both emails again</Button>
        <Button look="text" onClick={onOther}>
          Use another address
        </Button>
      </div>
    </div>
  );
}

interface AddressCodeProps {
  address: string;
  onHalfway: () => void;
  onChanged: () => void;
}

/** Takes the code that was mailed to one of the two addresses. */
function AddressCode({ address, onHalfway, onChanged }: AddressCodeProps) {
  const send = async (code: string) => {
    const became = await confirm(address, code);
    if (became === 'changed') onChanged();
    else if (became === 'halfway') onHalfway();
    else if (isWrongCode(became)) return NOT_THE_CODE;
    else showToast(failureToast(became));
    return null;
  };
  return (
    <CodeForm
      className={`stack justify-items-start gap-3 w-full ${styles['inline']}`}
      label={`Code from the email to ${address}`}
      submit="Confirm"
      needed="Please enter the code from the email."
      isFirst={false}
      send={send}
    />
  );
}

import { useState } from 'react';
import { showDay } from '../../ui/days.ts';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import type { Act, MyApplication } from './my-application.ts';
import { noNotice, NoticeLine, wordsOf } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  copy: MyApplicationCopy;
  act: Act;
  onPressed: () => void;
}

/** The button with which an application that is over is sent again, or the day from which it is offered. */
export function ApplyAgain({ application, copy, act, onPressed }: Props) {
  // While the withdrawal can be undone, that is offered.
  const again = application.undo ? null : application.apply_again;
  const words = copy.standing.again;
  const [notice, setNotice] = useState(noNotice);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    setNotice(noNotice);
    const answer = await act('apply_again');
    setSending(false);
    setNotice(wordsOf(answer, words.outcomes, copy));
    onPressed();
  };
  return (
    <>
      {again && !again.is_open && (
        <p className={styles['promise']}>{words.from.replace('[day]', showDay(again.from))}</p>
      )}
      {again?.is_open && (
        <>
          <p className={styles['apart']}>{words.text}</p>
          <p className={styles['actions']}>
            <Button
              look="solid"
              aria-disabled={isSending || undefined}
              onClick={isSending ? undefined : () => void send()}
            >
              {words.press}
            </Button>
          </p>
        </>
      )}
      <NoticeLine notice={notice} />
    </>
  );
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { showMoment } from '../../ui/days.ts';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { useCountdown } from '../../ui/use-countdown.ts';
import type { Act, MyApplication } from './my-application.ts';
import { wordsOf } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  /** The time of the application's answer, as `serverNow` counts. */
  answeredAt: number;
  /** The number of presses that may have led here. */
  presses: number;
  copy: MyApplicationCopy;
  act: Act;
  onPressed: () => void;
}

/** The request that can be undone, for as long as it can, with the result. */
export function Undo({ application: { undo }, answeredAt, presses, copy, act, onPressed }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The words are over once something else can be undone than when they came.
  const [outcome, setOutcome] = useState<{ text: string; undo: string | undefined }>({ text: '', undo: '' });
  const words = outcome.undo === undo?.kind ? outcome.text : '';
  const seconds = useCountdown(undo ? answeredAt + undo.seconds * 1000 : 0);
  const isOver = undo !== null && seconds === 0;
  useEffect(() => {
    if (isOver) void act('');
  }, [isOver, act]);
  useLayoutEffect(() => {
    if (presses > 0) (button.current ?? strip.current)?.focus();
  }, [presses]);

  const takeBack = async () => {
    if (!undo) return;
    const answer = await act('undo', { request: undo.kind });
    const outcomes = { undone: copy.ends.undone[undo.kind], too_late: copy.ends.tooLate };
    const rest = answer.kind === 'answered' ? answer.application.undo : undo;
    setOutcome({ text: wordsOf(answer, outcomes, copy).text, undo: rest?.kind });
    onPressed();
  };
  const notice = undo ? copy.ends[undo.kind].done.replace('[moment]', showMoment(undo.until)) : words;
  return (
    <div className={styles['strip']} ref={strip} tabIndex={-1} data-empty={notice === '' || undefined}>
      <p role="status">{notice}</p>
      {undo && (
        <p className={styles['undo']}>
          <Button ref={button} look="solid" onClick={() => void takeBack()}>
            {copy.ends[undo.kind].undo}
          </Button>
          {undo.kind === 'withdraw' && (
            <span className={styles['soft']}>{copy.ends.seconds.replace('[seconds]', String(seconds))}</span>
          )}
        </p>
      )}
      {undo && words !== '' && <p className={styles['soft']}>{words}</p>}
    </div>
  );
}

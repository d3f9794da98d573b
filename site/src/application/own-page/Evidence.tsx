import { useState } from 'react';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceForm, passFocusOn } from './EvidenceForm.tsx';
import { textsOf } from './evidence-texts.ts';
import type { Act, MyApplication } from './my-application.ts';
import { noNotice, NoticeLine, wordsOf } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  copy: MyApplicationCopy;
  act: Act;
}

/** Evidence of the applicant's work, one thing that they shipped, while reviewers may still look at it. */
export function Evidence({ application: { evidence }, copy, act }: Props) {
  return (
    <section className={styles['section']} aria-labelledby="evidence">
      <h2 id="evidence">{copy.evidence.title}</h2>
      <div>
        <p className={styles['soft']}>{copy.evidence.lead}</p>
        <EvidenceForm {...{ evidence, copy }} send={(texts) => act('evidence_save', texts)} />
      </div>
    </section>
  );
}

/** Evidence after a decision. It can be removed unless the application was withdrawn or is being erased. */
export function Shown({ application: { evidence }, hasEnded, copy, act }: Props & { hasEnded: boolean }) {
  const words = copy.evidence;
  const [notice, setNotice] = useState(noNotice);
  const [isSending, setSending] = useState(false);
  const remove = async () => {
    setSending(true);
    setNotice(wordsOf(await act('evidence_save', textsOf(null)), words.outcomes, copy));
    setSending(false);
  };
  if (!evidence && !isSending && notice === noNotice) return null;
  return (
    <section className={styles['section']} aria-labelledby="evidence" tabIndex={-1}>
      <h2 id="evidence">{words.shown}</h2>
      <div className={styles['whole']}>
        {evidence && (
          <>
            <p dir="auto">{evidence.words}</p>
            <p>{evidence.link}</p>
            <p>{evidence.repository}</p>
            {!hasEnded && (
              <p className={styles['actions']}>
                <Button ref={passFocusOn} onClick={() => !isSending && void remove()}>
                  {words.takeBack}
                </Button>
              </p>
            )}
          </>
        )}
        <NoticeLine notice={notice} />
      </div>
    </section>
  );
}

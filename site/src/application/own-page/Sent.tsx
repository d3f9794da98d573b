import { useEffect, useRef, useState } from 'react';
import { showDay } from '../../ui/days.ts';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { CorrectForm } from './CorrectForm.tsx';
import type { Act, MyApplication } from './my-application.ts';
import { noNotice, type Notice, NoticeLine } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  hasEnded: boolean;
  /** The number of requests that were made or undone. */
  presses: number;
  copy: MyApplicationCopy;
  act: Act;
}

/** The submitted data and the form that corrects it. */
export function Sent({ application, hasEnded, presses, copy, act }: Props) {
  const [isEditing, setEditing] = useState(false);
  const [result, setResult] = useState({ notice: noNotice, presses });
  // A request that was made or undone since outdates the words.
  const notice = result.presses === presses ? result.notice : noNotice;
  const setNotice = (next: Notice) => setResult({ notice: next, presses });
  const correct = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const isOpen = isEditing && !hasEnded;
  useEffect(() => {
    if (wasEditing.current && !isOpen) correct.current?.focus();
    wasEditing.current = isOpen;
  }, [isOpen]);
  const close = (outcome: Notice) => {
    setEditing(false);
    setNotice(outcome);
  };
  return (
    <section className={styles['section']} aria-labelledby="sent">
      <h2 id="sent">{copy.sent.title}</h2>
      <div>
        {isOpen ? (
          <CorrectForm application={application} copy={copy} act={act} onNotice={setNotice} onClose={close} />
        ) : (
          <Facts application={application} copy={copy} />
        )}
        {!isOpen && !hasEnded && (
          <p className={styles['actions']}>
            <Button
              ref={correct}
              onClick={() => {
                setNotice(noNotice);
                setEditing(true);
              }}
            >
              {copy.sent.correct}
            </Button>
          </p>
        )}
        <NoticeLine notice={notice} />
        <Questions application={application} copy={copy} />
      </div>
    </section>
  );
}

function Facts({ application, copy: { sent, fields } }: Pick<Props, 'application' | 'copy'>) {
  const facts = [
    [fields.name.label, application.name],
    [sent.email, application.email],
    [fields.linkedin.label, application.linkedin ?? ''],
    [fields.sectors.label, application.sectors],
    [sent.applied, showDay(application.applied_at)],
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Questions({ application, copy: { sent } }: Pick<Props, 'application' | 'copy'>) {
  return (
    <details className={styles['questions']}>
      <summary>{sent.questions}</summary>
      <ul>
        {application.questions.map(({ wording, answer }) => (
          <li key={wording}>
            <span>{answer ? sent.yes : sent.no}</span> <span>{wording}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

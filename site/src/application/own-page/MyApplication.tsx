import { useState } from 'react';
import { statusFacts } from '@solostead/contract/statuses';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Onward } from '../applicant/LinkAnswer.tsx';
import { NextStepForm } from '../applicant/NextStepForm.tsx';
import { ApplyAgain } from './ApplyAgain.tsx';
import { Ends } from './Ends.tsx';
import { Evidence, Shown } from './Evidence.tsx';
import type { Act, MyApplication as Application } from './my-application.ts';
import { Sent } from './Sent.tsx';
import { Undo } from './Undo.tsx';
import { type PageState, useMyApplication } from './use-my-application.ts';
import { showDay } from '../../ui/days.ts';
import styles from './MyApplication.module.css';

/** The page of an applicant's link with the application's status, its content and the possible actions. */
export function MyApplication({ copy }: { copy: MyApplicationCopy }) {
  const { state, act, reload } = useMyApplication();
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{state.kind === 'unknown' ? copy.unknown.title : copy.title}</h1>
      <Notice state={state} copy={copy} reload={reload} />
      {state.kind === 'open' && (
        <Open application={state.application} answeredAt={state.answeredAt} copy={copy} act={act} />
      )}
    </div>
  );
}

/** The notice in place of the page while there is nothing to show. */
function Notice({ state, copy, reload }: { state: PageState; copy: MyApplicationCopy; reload: () => void }) {
  const words = {
    loading: copy.loading,
    unknown: copy.unknown.text,
    failed: copy.failed,
    later: copy.later,
    open: '',
  };
  const isStuck = state.kind === 'failed' || state.kind === 'later';
  return (
    <>
      <div aria-live="polite" aria-busy={state.kind === 'loading'}>
        {state.kind !== 'open' && <p>{words[state.kind]}</p>}
      </div>
      {state.kind === 'unknown' && (
        <div className={styles['newLink']}>
          <NextStepForm copy={copy.unknown} look="solid" />
        </div>
      )}
      {(isStuck || state.kind === 'unknown') && <Onward copy={copy} onAgain={isStuck && reload} />}
    </>
  );
}

interface Props {
  application: Application;
  answeredAt: number;
  copy: MyApplicationCopy;
  act: Act;
}

function Open({ answeredAt, ...opened }: Props) {
  // Counts the presses that may have made or taken back a request, so that the focus goes to what they led to.
  const [presses, setPresses] = useState(0);
  const { application } = opened;
  const shared = { ...opened, onPressed: () => setPresses((before) => before + 1) };
  const isErasing = application.undo?.kind === 'erase';
  const hasEnded = application.status === 'withdrawn' || isErasing;
  const isWanted = !isErasing && statusFacts[application.status].isOpen;
  return (
    <>
      <Undo {...shared} answeredAt={answeredAt} presses={presses} />
      {!isErasing && <Standing {...shared} />}
      {isWanted ? <Evidence {...shared} /> : <Shown {...shared} hasEnded={hasEnded} />}
      <Sent {...shared} presses={presses} hasEnded={hasEnded} />
      <Ends {...shared} />
    </>
  );
}

/** Props of every part of the page. */
type Shared = Pick<Props, 'application' | 'copy' | 'act'> & { onPressed: () => void };

/** The status that the applicant was last told, since when, and the promised answer date. */
function Standing({ application, copy, act, onPressed }: Shared) {
  const { standing } = copy;
  const { label, text } = standing.statuses[application.status];
  return (
    <section className={styles['section']} aria-labelledby="standing">
      <h2 id="standing">{standing.title}</h2>
      <div>
        <p className={styles['status']}>{label}</p>
        <p className={styles['soft']}>{standing.since.replace('[day]', showDay(application.since))}</p>
        <p className={styles['apart']}>{text}</p>
        {application.answer_by && (
          <p className={styles['promise']}>
            {standing.answerBy.replace('[day]', showDay(application.answer_by))}
          </p>
        )}
        <ApplyAgain {...{ application, copy, act, onPressed }} />
      </div>
    </section>
  );
}

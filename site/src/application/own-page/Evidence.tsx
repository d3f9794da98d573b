import type { MyApplicationCopy } from '../../content/my-application.ts';
import { EvidenceForm } from './EvidenceForm.tsx';
import type { Act, MyApplication } from './my-application.ts';
import styles from './MyApplication.module.css';

interface Props {
  evidence: MyApplication['evidence'];
  /** True while reviewers may still look at it. */
  isWanted: boolean;
  copy: MyApplicationCopy;
  act: Act;
}

/** Evidence of the applicant's work, one thing that they shipped. */
export function Evidence({ evidence, isWanted, copy, act }: Props) {
  const words = copy.evidence;
  return (
    <section className={styles['section']} aria-labelledby="evidence">
      <h2 id="evidence">{isWanted ? words.title : words.shown}</h2>
      {isWanted ? (
        <div>
          <p className={styles['soft']}>{words.lead}</p>
          <EvidenceForm {...{ evidence, copy }} send={(texts) => act('evidence_save', texts)} />
        </div>
      ) : (
        evidence && <Shown evidence={evidence} />
      )}
    </section>
  );
}

function Shown({ evidence }: { evidence: NonNullable<Props['evidence']> }) {
  return (
    <div className={styles['whole']}>
      <p dir="auto">{evidence.words}</p>
      <p>{evidence.link}</p>
      <p>{evidence.repository}</p>
    </div>
  );
}

import type { MyApplicationCopy } from '../../content/my-application.ts';
import { EvidenceForm } from './EvidenceForm.tsx';
import type { Act, MyApplication } from './my-application.ts';
import styles from './MyApplication.module.css';

interface Props {
  evidence: MyApplication['evidence'];
  /** True if the application was withdrawn or will be erased, and can only be read. */
  hasEnded: boolean;
  /** True if the applicant was told of a decline, so that no reviewer waits for changes. */
  wasDeclined: boolean;
  copy: MyApplicationCopy;
  act: Act;
}

/** Evidence of the applicant's work, one thing that they shipped. */
export function Evidence({ evidence, hasEnded, wasDeclined, copy, act }: Props) {
  const words = wasDeclined ? { ...copy.evidence, ...copy.evidence.afterDecline } : copy.evidence;
  return (
    <section className={styles['section']} aria-labelledby="evidence">
      <h2 id="evidence">{hasEnded ? words.shown : words.title}</h2>
      {hasEnded ? (
        evidence && <Shown evidence={evidence} />
      ) : (
        <div>
          <p className={styles['soft']}>{words.lead}</p>
          <EvidenceForm
            evidence={evidence}
            copy={{ ...copy, evidence: words }}
            send={(texts) => act('evidence_save', texts)}
          />
        </div>
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

import { spellDay } from '../../../../supabase/functions/_shared/contract/day.ts';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import type { MyApplication } from './my-application.ts';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  copy: MyApplicationCopy;
}

/** The status that the applicant was last told, since when, and the promised answer date. */
export function Standing({ application, copy: { standing } }: Props) {
  const { label, text } = standing.statuses[application.status];
  return (
    <section className={styles['section']} aria-labelledby="standing">
      <h2 id="standing">{standing.title}</h2>
      <div>
        <p className={styles['status']}>{label}</p>
        <p className={styles['soft']}>{standing.since.replace('[day]', spellDay(application.since))}</p>
        <p className={styles['apart']}>{text}</p>
        {application.answer_by && (
          <p className={styles['promise']}>
            {standing.answerBy.replace('[day]', spellDay(application.answer_by))}
          </p>
        )}
      </div>
    </section>
  );
}

import type { Content } from '../content/read/read-content.ts';
import { Button } from '../ui/Button.tsx';
import { Section } from './Section.tsx';
import frame from './frame.module.css';
import styles from './Model.module.css';

/** The split, its bars to scale at every width, and the cadence. */
export function Model({ title, lead, shares, cadence, agreement, openPopUp }: Content<'landing'>['model']) {
  return (
    <Section id="model" title={title} lead={lead} className={styles['model']}>
      <div className={styles['split']}>
        <div className={`${frame['turns']} ${styles['bars']}`} aria-hidden="true">
          <i />
          <i />
        </div>
        {shares.map(({ value, label, text }) => (
          <div key={value} className={styles['share']}>
            <p className={styles['value']}>
              <span>{value}</span>
            </p>
            <h3 className={styles['label']}>{label}</h3>
            <p className={styles['text']}>{text}</p>
          </div>
        ))}
      </div>
      <div className={styles['terms']}>
        <ol className={styles['cadence']}>
          {cadence.map(({ day, text }) => (
            <li key={day}>
              <strong>{day}</strong>
              {text}
            </li>
          ))}
        </ol>
        <div className={styles['more']}>
          <p>
            <a href="/agreement">{agreement}</a>
          </p>
          <Button commandfor="model-dialog" command="show-modal">
            {openPopUp}
          </Button>
        </div>
      </div>
    </Section>
  );
}

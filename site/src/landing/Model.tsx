import { Button } from '../ui/Button.tsx';
import { Section } from './Section.tsx';
import styles from './Model.module.css';

interface Props {
  title: string;
  lead: string;
  shares: { value: string; label: string; text: string }[];
  cadence: { day: string; text: string }[];
  /** Says where the link to the agreement leads. */
  agreement: string;
  openPopUp: string;
}

/** The split, its bars to scale at every width, and the cadence. */
export function Model({ title, lead, shares, cadence, agreement, openPopUp }: Props) {
  return (
    <Section id="model" title={title} lead={lead} className={styles['model']}>
      <div className={styles['split']}>
        <div className={styles['bars']} aria-hidden="true">
          <i />
          <i />
        </div>
        {shares.map(({ value, label, text }) => (
          <div key={value} className={styles['share']}>
            <p className={styles['value']}>{value}</p>
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

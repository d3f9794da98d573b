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

/** The split, drawn to scale by its own columns, and the cadence. */
export function Model({ title, lead, shares, cadence, agreement, openPopUp }: Props) {
  return (
    <Section id="model" title={title} lead={lead}>
      <div className={styles['split']}>
        {shares.map(({ value, label, text }) => (
          <div key={value} className={styles['share']}>
            <p className={styles['value']}>{value}</p>
            <h3 className={styles['label']}>{label}</h3>
            <p className={styles['text']}>{text}</p>
          </div>
        ))}
      </div>
      <ol className={styles['cadence']}>
        {cadence.map(({ day, text }) => (
          <li key={day}>
            <strong>{day}</strong>
            {text}
          </li>
        ))}
      </ol>
      <p className={styles['agreement']}>
        <a href="/agreement">{agreement}</a>
      </p>
      <Button commandfor="model-dialog" command="show-modal">
        {openPopUp}
      </Button>
    </Section>
  );
}

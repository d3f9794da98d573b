import styles from './Questions.module.css';

interface Entry {
  question: string;
  answer: string;
  link?: { label: string; href: string } | undefined;
}

interface Group {
  title: string;
  entries: Entry[];
}

interface Props {
  builders: Group;
  investors: Group;
}

function Answered({ question, answer, link }: Entry) {
  return (
    <details className={styles['entry']}>
      <summary>{question}</summary>
      <p>{answer}</p>
      {link && (
        <p>
          <a href={link.href}>{link.label}</a>
        </p>
      )}
    </details>
  );
}

function Asked({ title, entries }: Group) {
  return (
    <section className={styles['group']}>
      <h3>{title}</h3>
      {entries.map((entry) => (
        <Answered key={entry.question} {...entry} />
      ))}
    </section>
  );
}

/** What builders and investors ask before they write, each answer folded under its question. */
export function Questions({ builders, investors }: Props) {
  return (
    <div className={styles['questions']}>
      <Asked {...builders} />
      <Asked {...investors} />
    </div>
  );
}

import type { Content } from '../../content/read/read-content.ts';
import styles from './Questions.module.css';

type Group = Content<'questions'>['builders'];

/** Questions that are in view at once. */
const IN_VIEW = 6;

function Answered({ question, answer, link }: Group['entries'][number]) {
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

/** Questions of builders and investors, six visible and the others folded, each answer under its question. */
export function Questions({ all, builders, investors }: Content<'questions'>) {
  return (
    <div className={styles['questions']}>
      <Asked title={builders.title} entries={builders.entries.slice(0, IN_VIEW)} />
      <details className={styles['all']}>
        <summary>{all}</summary>
        <section className={styles['group']}>
          {builders.entries.slice(IN_VIEW).map((entry) => (
            <Answered key={entry.question} {...entry} />
          ))}
        </section>
        <Asked {...investors} />
      </details>
    </div>
  );
}

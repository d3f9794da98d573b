import type { Content } from '../../content/read/read-content.ts';
import { Linked } from '../../ui/Linked.tsx';
import styles from './Questions.module.css';

type Group = Content<'questions'>['builders'];

function Answered({ question, answer, link }: Group['entries'][number]) {
  return (
    <details className={styles['entry']}>
      <summary>{question}</summary>
      <p>
        <Linked text={answer} />
      </p>
      {link && (
        <p>
          <a href={link.href}>{link.label}</a>
        </p>
      )}
    </details>
  );
}

function QuestionGroup({ id, title, entries }: Group & { id: string }) {
  return (
    <section id={id} className={styles['group']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      {entries.map((entry) => (
        <Answered key={entry.question} {...entry} />
      ))}
    </section>
  );
}

/** Questions of builders and of investors next to each other, each answer under its question, each group with its anchor. */
export function Questions({ builders, investors }: Content<'questions'>) {
  return (
    <div id="questions" className={styles['questions']}>
      <QuestionGroup id="questions-builders" {...builders} />
      <QuestionGroup id="questions-investors" {...investors} />
    </div>
  );
}

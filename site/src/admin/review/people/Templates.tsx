import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { call } from '../data/call.ts';
import { templatesQuery } from '../data/queries.ts';
import { asReviewError } from '../data/review-error.ts';
import { STATUSES } from '../data/shapes.ts';
import type { Template } from '../data/shapes.ts';
import { useReport } from '../data/useReport.ts';
import { useMe } from '../me.tsx';
import { TextArea } from '../parts/TextArea.tsx';
import { useWords } from '../words.tsx';
import styles from './People.module.css';

/** The words that a move suggests for its mail; owners write them. */
export function Templates() {
  const words = useWords();
  const { isOwner } = useMe();
  const { data: templates = [] } = useQuery(templatesQuery);
  const inOrder = STATUSES.flatMap((status) => templates.filter((template) => template.status === status));
  return (
    <div className={styles['templates']}>
      <h3>{words.people.templates}</h3>
      <p className={styles['quiet']}>{words.people.templatesText}</p>
      {inOrder.map((template) => (
        <details key={template.status}>
          <summary>{words.statuses[template.status]}</summary>
          {isOwner ? (
            <TemplateForm template={template} />
          ) : (
            <p className={styles['mail']}>{`${template.subject}\n\n${template.body}`}</p>
          )}
        </details>
      ))}
    </div>
  );
}

function TemplateForm({ template }: { template: Template }) {
  const words = useWords();
  const report = useReport();
  const templates = useQuery(templatesQuery);
  const [mail, setMail] = useState({ subject: template.subject, body: template.body });
  const [seen, setSeen] = useState(template.version);
  const save = async () => {
    try {
      const saved = await call<Template>('review_template_save', {
        status: template.status,
        seen_version: seen,
        ...mail,
      });
      setSeen(saved.version);
      showToast({ title: words.people.templateSaved });
    } catch (cause) {
      const { trouble, detail } = asReviewError(cause);
      if (trouble === 'conflict' && detail) {
        setSeen((detail as Template).version);
        showToast({ title: words.people.templateConflict, tone: 'danger' });
      } else report(cause);
    }
    await templates.refetch();
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={words.move.subject}
        maxLength={200}
        value={mail.subject}
        onChange={({ target }) => setMail({ ...mail, subject: target.value })}
      />
      <TextArea
        label={words.move.body}
        hint={words.move.placeholders}
        rows={7}
        maxLength={5000}
        value={mail.body}
        onChange={({ target }) => setMail({ ...mail, body: target.value })}
      />
      <div className={styles['ways']}>
        <Button type="submit">{words.save}</Button>
      </div>
    </form>
  );
}

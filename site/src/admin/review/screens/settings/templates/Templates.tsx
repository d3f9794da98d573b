import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { applicationStatuses } from '../../../../../../../supabase/functions/_shared/contract/statuses.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { useWords } from '../../../kernel/words.tsx';
import { Mailing } from './Mailing.tsx';
import { useTemplate } from './use-template.ts';
import { templatesQuery, type Mail, type Template } from '../../../moves/mail/queries.ts';
import { Area } from '../../../../../ui/form/Area.tsx';
import { Conflict } from '../../../kernel/conflicts/Conflict.tsx';
import { SettingsForm } from '../../../kernel/states/Section.tsx';
import styles from '../../../kernel/states/Section.module.css';

/** The template of each move's mail, which owners write. */
export default function Templates() {
  const words = useWords();
  const { isOwner } = useMe();
  const { data: templates = [] } = useQuery(templatesQuery);
  const inOrder = applicationStatuses.flatMap((status) =>
    templates.filter((template) => template.status === status),
  );
  return (
    <>
      <Mailing />
      <section className={`stack gap-3 shrinks ${styles['section']}`} aria-labelledby="templates-title">
        <h3 id="templates-title">{words.people.templates}</h3>
        <p className="text-sm soft">{words.people.templatesText}</p>
        {inOrder.map((template) => (
          <details key={template.status}>
            <summary>{words.statuses[template.status]}</summary>
            {isOwner ? (
              <TemplateForm template={template} />
            ) : (
              <p className={styles['mail']}>{said(template)}</p>
            )}
          </details>
        ))}
      </section>
    </>
  );
}

const said = ({ subject, body }: Mail) => `${subject}\n\n${body}`;

function TemplateForm({ template }: { template: Template }) {
  const words = useWords();
  const { mail, setMail, theirs, takeTheirs, save, isSaving } = useTemplate(template);
  return (
    <SettingsForm
      isSaving={isSaving}
      onSave={save}
      actions={theirs && <Button onClick={takeTheirs}>{words.people.templateTakeTheirs}</Button>}
    >
      <Field
        label={words.move.subject}
        maxLength={200}
        value={mail.subject}
        onChange={({ target }) => setMail({ ...mail, subject: target.value })}
      />
      <Area
        label={words.move.body}
        hint={words.move.placeholders}
        rows={7}
        maxLength={5000}
        value={mail.body}
        onChange={({ target }) => setMail({ ...mail, body: target.value })}
      />
      {theirs && (
        <Conflict
          role="alert"
          text={words.people.templateConflict}
          theirs={said(theirs)}
          yours={said(mail)}
        />
      )}
    </SettingsForm>
  );
}

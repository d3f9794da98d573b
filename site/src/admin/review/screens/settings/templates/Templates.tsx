import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { applicationStatuses } from '../../../../../../../supabase/functions/_shared/contract/statuses.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { statusNames } from '../../../kernel/names.ts';
import { words } from '../../../kernel/words.ts';
import { Mailing } from './Mailing.tsx';
import { useTemplate } from './use-template.ts';
import { templatesQuery, type Mail, type Template } from '../../../moves/mail/queries.ts';
import { Area } from '../../../../../ui/form/Area.tsx';
import { Conflict } from '../../../kernel/conflicts/Conflict.tsx';
import { SettingsForm } from '../../../kernel/states/Section.tsx';
import styles from '../../../kernel/states/Section.module.css';

/** The template of each move's mail, which owners write. */
export default function Templates() {
  const { isOwner } = useMe();
  const { data: templates = [] } = useQuery(templatesQuery);
  const inOrder = applicationStatuses.flatMap((status) =>
    templates.filter((template) => template.status === status),
  );
  return (
    <>
      <Mailing />
      <section className={`stack gap-3 shrinks ${styles['section']}`} aria-labelledby="templates-title">
        <h3 id="templates-title">Mail templates</h3>
        <p className="text-sm soft">
          The words a move to this status suggests; each mail can still be changed before it is sent.
        </p>
        {inOrder.map((template) => (
          <details key={template.status}>
            <summary>{statusNames[template.status]}</summary>
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
  const { mail, setMail, theirs, takeTheirs, save, isSaving } = useTemplate(template);
  return (
    <SettingsForm
      isSaving={isSaving}
      onSave={save}
      actions={theirs && <Button onClick={takeTheirs}>Discard mine</Button>}
    >
      <Field
        label="Subject"
        maxLength={200}
        value={mail.subject}
        onChange={({ target }) => setMail({ ...mail, subject: target.value })}
      />
      <Area
        label="Text"
        hint={words.placeholders}
        rows={7}
        maxLength={5000}
        value={mail.body}
        onChange={({ target }) => setMail({ ...mail, body: target.value })}
      />
      {theirs && (
        <Conflict
          role="alert"
          text="Someone saved another version while you were writing. Save again to replace theirs."
          theirs={said(theirs)}
          yours={said(mail)}
        />
      )}
    </SettingsForm>
  );
}

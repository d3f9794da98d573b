import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { applicationStatuses } from '@solostead/contract/statuses';
import { useMe } from '../../../kernel/data/me.tsx';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { MailText } from '../../../moves/mail/MailFields.tsx';
import { Mailing } from './Mailing.tsx';
import {
  templatesQuery,
  type Mail,
  type Template,
  template as templateShape,
} from '../../../moves/mail/queries.ts';
import { Conflict } from '../../../kernel/conflicts/Conflict.tsx';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useVersionedSave } from '../parts/use-versioned-save.ts';

const occasions = [...applicationStatuses, 'evidence'] as const;

const mailOf = ({ subject, body }: Template): Mail => ({ subject, body });

function useTemplate(template: Template) {
  const { refetch } = useQuery(templatesQuery);
  return useVersionedSave({
    loaded: template,
    draftOf: mailOf,
    shape: templateShape,
    send: (mail, seen) =>
      call('review_template_save', { status: template.status, seen_version: seen, ...mail }, templateShape),
    done: () => {
      showToast({ title: 'Template saved' });
      void refetch();
    },
    conflicted: () => void refetch(),
  });
}

/** The template of each move's mail, which owners write. */
export default function Templates() {
  const templates = useQuery(templatesQuery);
  return (
    <>
      <Mailing />
      <Section
        title="Mail templates"
        text="The words a move to this status suggests, and those that ask for evidence; each mail can still be changed before it is sent."
      >
        <Loaded query={templates} lines={6}>
          {(loaded) => occasions.map((status) => <OfStatus key={status} {...{ status, loaded }} />)}
        </Loaded>
      </Section>
    </>
  );
}

function OfStatus({ status, loaded }: { status: Template['status']; loaded: readonly Template[] }) {
  const { isOwner } = useMe();
  const template = loaded.find((each) => each.status === status);
  if (!template) return null;
  return (
    <details>
      <summary>
        {status === 'evidence' ? 'Ask for one thing they shipped' : statusDisplay[status].label}
      </summary>
      {isOwner ? <TemplateForm template={template} /> : <p className="written pad-2">{said(template)}</p>}
    </details>
  );
}

const said = ({ subject, body }: Mail) => `${subject}\n\n${body}`;

function TemplateForm({ template }: { template: Template }) {
  const { draft: mail, setDraft: setMail, theirs, takeTheirs, save, isSaving } = useTemplate(template);
  return (
    <SettingsForm
      isSaving={isSaving}
      onSave={() => void save()}
      actions={theirs && <Button onClick={takeTheirs}>Discard mine</Button>}
    >
      <MailText mail={mail} rows={7} onChange={setMail} />
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

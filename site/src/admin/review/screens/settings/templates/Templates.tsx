import { useQuery } from '@tanstack/react-query';
import { applicationStatuses } from '@solostead/contract/statuses';
import { useMe } from '../../../kernel/data/me.tsx';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { MailText } from '../../../moves/mail/dialogs/MailFields.tsx';
import { Mailing } from './Mailing.tsx';
import {
  templatesQuery,
  type Mail,
  mail as mailShape,
  type Template,
  template as templateShape,
} from '../../../moves/mail/queries.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { DraftForm } from '../parts/DraftForm.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useSettingSave } from '../parts/use-setting-save.ts';

const occasions = [...applicationStatuses, 'evidence'] as const;

/** The template of each move's mail, which owners write. */
export default function Templates() {
  const templates = useQuery(templatesQuery);
  return (
    <>
      <Mailing />
      <Section
        title="Email templates"
        text="The suggested texts for each status and for evidence requests. Each email can be changed before it is sent."
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
      {isOwner ? (
        <TemplateForm template={template} />
      ) : (
        <p className="written p-2">{describeMail(template)}</p>
      )}
    </details>
  );
}

const describeMail = ({ subject, body }: Mail) => `${subject}\n\n${body}`;

function TemplateForm({ template }: { template: Template }) {
  const { status } = template;
  const setting = useSettingSave({
    name: `template.${status}`,
    record: template,
    query: templatesQuery,
    draftOf: ({ subject, body }) => ({ subject, body }),
    shape: mailShape,
    send: (mail, seen) =>
      call('review_template_save', { status, seen_version: seen, ...mail }, templateShape),
  });
  return (
    <DraftForm setting={setting} describe={describeMail}>
      <MailText mail={setting.draft} rows={7} onChange={setting.setDraft} />
    </DraftForm>
  );
}

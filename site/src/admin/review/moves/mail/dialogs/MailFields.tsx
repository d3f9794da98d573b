import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { closingLines, closingLinks, pageUrl } from '@solostead/contract/closing-lines';
import { Check } from '../../../kernel/controls/Check.tsx';
import { call } from '../../../kernel/data/call.ts';
import { asReviewError } from '../../../kernel/data/review-error.ts';
import { useDebounced } from '../../../kernel/controls/use-debounced.ts';
import type { Status } from '../../../kernel/data/shapes/row.ts';
import { phrase } from '../../../kernel/words.ts';
import { type Mail, type MailPreview, mailPreview } from '../queries.ts';
import { useTemplateOf } from './use-mail-draft.ts';
import { Area } from '#ui/form/Area.tsx';
import styles from './MailDialog.module.css';

interface Props {
  to: Status;
  /** The application of the preview. */
  applicationId: string;
  isMany: boolean;
  /** True if the address bounced, so that a mail would wait. */
  isHeld?: boolean;
  mail: Mail | null;
  /** The key of the reason to decline. */
  reason?: string | null;
  onChange: (mail: Mail | null) => void;
}

/** The mail of a move with its words and a preview for one applicant. Without the mail its words are kept. */
export function MailFields({ to, applicationId, isMany, isHeld = false, mail, reason, onChange }: Props) {
  const { template, isReady } = useTemplateOf(to);
  const [removed, setRemoved] = useState<Mail | null>(null);
  const check = (checked: boolean) => {
    setRemoved(isReady ? mail : null);
    onChange(checked ? (removed ?? template) : null);
  };
  return (
    <>
      <Check
        label={isMany ? 'Email each applicant' : 'Email the applicant'}
        checked={mail !== null}
        onCheck={check}
      />
      {mail && isHeld && (
        <p className="text-danger font-semibold" role="alert">
          This address bounced, so an email would not arrive. It is held until the mark is removed.
        </p>
      )}
      {mail && <MailWords {...{ mail, reason, applicationId, onChange }} />}
    </>
  );
}

export const Unconfirmed = () => <p className="small">This address is not confirmed.</p>;

interface WordsProps {
  mail: Mail;
  reason?: string | null | undefined;
  applicationId: string;
  onChange: (mail: Mail) => void;
}

/** The words of a mail, and how one applicant will see it. */
export function MailWords({ mail, reason = null, applicationId, onChange }: WordsProps) {
  return (
    <>
      <MailText mail={mail} rows={8} onChange={onChange} />
      <PreviewPanel mail={mail} reason={reason} applicationId={applicationId} />
    </>
  );
}

interface TextProps {
  mail: Mail;
  rows: number;
  onChange: (mail: Mail) => void;
}

/** The subject and the text of a mail. */
export function MailText({ mail, rows, onChange }: TextProps) {
  return (
    <>
      <Field
        label="Subject"
        value={mail.subject}
        maxLength={reviewLimits.mailSubjectLength}
        onChange={({ target }) => onChange({ ...mail, subject: target.value })}
      />
      <Area
        label="Text"
        hint="{{name}} and {{sectors}} are the applicant’s, {{reviewer}} and {{booking}} your name and booking link. {{times}} asks for a time, with your booking link if you have one. {{reason}} is the reason to decline."
        rows={rows}
        value={mail.body}
        maxLength={reviewLimits.mailBodyLength}
        onChange={({ target }) => onChange({ ...mail, body: target.value })}
      />
    </>
  );
}

/** The closing lines that the sender adds. The link's secret is created with the mail. */
const endingOf = ({ has_page: hasPage }: MailPreview) =>
  closingLines(closingLinks(location.origin, hasPage ? pageUrl(location.origin, '…') : null));

/** Milliseconds without a change after which the preview is loaded. */
const PREVIEW_MS = 300;

/** The mail as the database would send it to one applicant. */
function PreviewPanel({ mail, reason, applicationId }: Omit<WordsProps, 'onChange'>) {
  const [isShown, setShown] = useState(false);
  const written = useDebounced(mail, PREVIEW_MS);
  const preview = useQuery({
    queryKey: ['preview', applicationId, written, reason],
    queryFn: () =>
      call('review_mail_preview', { application_id: applicationId, ...written, reason }, mailPreview),
    enabled: isShown,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className={`stack gap-2 justify-items-start ${styles['preview']}`} aria-label="Preview">
      <Button look="text" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Preview
      </Button>
      {isShown && (
        <div className="stack gap-2" aria-live="polite">
          {preview.isError && <p>{asReviewError(preview.error).message}</p>}
          {preview.data && (
            <>
              <p className="small">{phrase`To ${preview.data.to}`}</p>
              <p className="font-semibold">{preview.data.subject}</p>
              <p className="text-sm whitespace-pre-wrap">{preview.data.body}</p>
              <p className="text-sm whitespace-pre-wrap">{endingOf(preview.data)}</p>
            </>
          )}
        </div>
      )}
    </section>
  );
}

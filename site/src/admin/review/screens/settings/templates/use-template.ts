import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import {
  templatesQuery,
  type Mail,
  type Template,
  template as templateShape,
} from '../../../moves/mail/queries.ts';

/** Edits a template. After a concurrent save, `theirs` is the other version until the person decides. */
export function useTemplate(template: Template) {
  const templates = useQuery(templatesQuery);
  const [mail, setMail] = useState<Mail>({ subject: template.subject, body: template.body });
  const [seen, setSeen] = useState(template.version);
  const [theirs, setTheirs] = useState<Template | null>(null);
  const { save, isSaving } = useReviewSave({
    send: () =>
      call('review_template_save', { status: template.status, seen_version: seen, ...mail }, templateShape),
    done: (saved) => {
      setSeen(saved.version);
      setTheirs(null);
      showToast({ title: 'Template saved' });
      void templates.refetch();
    },
    conflict: {
      shape: templateShape,
      take: (there) => {
        setSeen(there.version);
        setTheirs(there);
        void templates.refetch();
      },
    },
  });
  const takeTheirs = () => {
    if (theirs) setMail({ subject: theirs.subject, body: theirs.body });
    setTheirs(null);
  };
  return { mail, setMail, theirs, takeTheirs, save, isSaving };
}

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../data/call.ts';
import { templatesQuery } from '../../data/queries.ts';
import { conflictDetail } from '../../data/review-error.ts';
import { type Mail, type Template, template as templateShape } from '../../data/shapes/mail.ts';
import { useReport } from '../../data/use-report.ts';
import { useWords } from '../../words.tsx';

/** The work of editing a template; when someone else saved it in between, `theirs` is their version until one decides. */
export function useTemplate(template: Template) {
  const { people } = useWords();
  const report = useReport();
  const templates = useQuery(templatesQuery);
  const [mail, setMail] = useState<Mail>({ subject: template.subject, body: template.body });
  const [seen, setSeen] = useState(template.version);
  const [theirs, setTheirs] = useState<Template | null>(null);
  const save = async () => {
    try {
      const saved = await call(
        'review_template_save',
        {
          status: template.status,
          seen_version: seen,
          ...mail,
        },
        templateShape,
      );
      setSeen(saved.version);
      setTheirs(null);
      showToast({ title: people.templateSaved });
    } catch (cause) {
      const there = conflictDetail(cause, templateShape);
      if (there) {
        setSeen(there.version);
        setTheirs(there);
      } else report(cause);
    }
    await templates.refetch();
  };
  const takeTheirs = () => {
    if (theirs) setMail({ subject: theirs.subject, body: theirs.body });
    setTheirs(null);
  };
  return { mail, setMail, theirs, takeTheirs, save };
}

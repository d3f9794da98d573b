import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { call } from '../data/call.ts';
import { templatesQuery } from '../data/queries.ts';
import { asReviewError } from '../data/review-error.ts';
import type { Mail, Template } from '../data/shapes.ts';
import { useReport } from '../data/use-report.ts';
import { useWords } from '../words.tsx';

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
      const saved = await call<Template>('review_template_save', {
        status: template.status,
        seen_version: seen,
        ...mail,
      });
      setSeen(saved.version);
      setTheirs(null);
      showToast({ title: people.templateSaved });
    } catch (cause) {
      const { errorKind, detail } = asReviewError(cause);
      if (errorKind === 'conflict' && detail) {
        setSeen((detail as Template).version);
        setTheirs(detail as Template);
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

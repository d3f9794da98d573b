import { useQuery } from '@tanstack/react-query';
import { templatesQuery } from '../data/queries.ts';
import type { Mail } from '../data/shapes/mail.ts';
import type { Status } from '../data/shapes/row.ts';

/** The words of a status' template, which a mail begins with. */
export function useTemplateOf(to: Status | null): { template: Mail; isReady: boolean } {
  const { data: templates, isPending } = useQuery(templatesQuery);
  const { subject = '', body = '' } = templates?.find(({ status }) => status === to) ?? {};
  return { template: { subject, body }, isReady: !isPending };
}

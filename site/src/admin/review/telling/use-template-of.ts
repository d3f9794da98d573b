import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { templatesQuery } from '../data/queries.ts';
import type { Mail } from '../data/shapes/mail.ts';
import type { Status } from '../data/shapes/row.ts';

/** The words of a status' template, which a mail begins with. */
export function useTemplateOf(to: Status | null): {
  template: Mail;
  isReady: boolean;
  templates: UseQueryResult;
} {
  const templates = useQuery(templatesQuery);
  const { subject = '', body = '' } = templates.data?.find(({ status }) => status === to) ?? {};
  return { template: { subject, body }, isReady: !templates.isPending, templates };
}

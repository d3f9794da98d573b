import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Status } from '../../kernel/data/shapes/row.ts';
import { templatesQuery, type Mail } from './queries.ts';

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

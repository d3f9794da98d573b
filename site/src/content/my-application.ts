import { applicationCopy } from './application.ts';
import { received } from './received.ts';
import type { Content } from './read/read-content.ts';
import type { JoinFormText } from './schema/join-form.ts';

/**
 * The words of the applicant's page, from my-application.yaml, with the form's labels and messages for correctable
 * fields.
 */
export function myApplicationCopy(page: Content<'myApplication'>, form: JoinFormText, onboarding: string) {
  const { messages, duplicate, fields, profileHelp, tooLong } = applicationCopy({ text: form, onboarding });
  const { needsScript: _needsScript, ...words } = page;
  const unknown = { ...received.request, ...words.unknown };
  return { ...words, unknown, messages, duplicate: duplicate.linkedin, fields, profileHelp, tooLong };
}

export type MyApplicationCopy = ReturnType<typeof myApplicationCopy>;

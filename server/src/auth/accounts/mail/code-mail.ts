import type { Mail } from '../../../mail/mailer.ts';
import type { TokenPurpose } from '../codes/one-time-code.rules.ts';
import { escapeHtml } from './page.ts';
import { plainText } from './plain-text.ts';
import { type Templates, type Variables, fillTemplate, templateOf } from './templates.ts';

export interface CodeMailOrder {
  readonly purpose: Exclude<TokenPurpose, 'sms' | 'phone_change'>;
  readonly to: string;
  readonly variables: Variables;
}

/** The mail with a link and a code, rendered from its template. */
export function codeMail(templates: Templates, { purpose, to, variables }: CodeMailOrder): Mail {
  const template = templates[templateOf[purpose]];
  const html = fillTemplate(template.html, variables, escapeHtml);
  const subject = fillTemplate(template.subject, variables).replace(/[\r\n]+/g, ' ');
  return { to, subject, text: plainText(html), html };
}

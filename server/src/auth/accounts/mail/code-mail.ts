import type { Mail } from '../../../mail/mailer.ts';
import type { TokenPurpose } from '../codes/one-time-code.rules.ts';
import { escapeHtml } from '../../../mail/mail-page.ts';
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

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#34': '"',
  '#43': '+',
  nbsp: ' ',
};

/** A mail's HTML as paragraphs of text, without styles and without buttons, whose address is in a paragraph too. */
export function plainText(html: string): string {
  return html
    .replace(/<(style|title|script)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*\bclass="button"[^>]*>[\s\S]*?<\/a>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|li|tr)>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TemplateName, templateNames } from '../../../configuration/config-toml/auth-messages.ts';
import type { TokenPurpose } from '../codes/one-time-code.rules.ts';
import { type ConfigToml, wrongSetting } from '../../../configuration/config-toml/read-config-toml.ts';
import type { Mail } from '../../../mail/mailer.ts';
import { escapeHtml } from '../../../mail/mail-page.ts';

export type MailPurpose = Exclude<TokenPurpose, 'sms' | 'phone_change'>;

const templateOf: Readonly<Record<MailPurpose, TemplateName>> = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change_new: 'email_change',
  email_change_current: 'email_change',
  reauthentication: 'reauthentication',
};

/**
 * The variables of a template, with Supabase's names. `ConfirmationURL` is the link that GET /verify takes, `Email` the
 * account's address, `NewEmail` its new one, which is empty in other mails.
 */
const variableNames = [
  'SiteURL',
  'Token',
  'TokenHash',
  'ConfirmationURL',
  'RedirectTo',
  'Email',
  'NewEmail',
] as const;
/** `PageURL` is the page that uses the link when a button on it is pressed. Only our own templates have it. */
type VariableName = (typeof variableNames)[number] | 'PageURL';
export type Variables = Readonly<Record<VariableName, string>> & {
  /** The account's user_metadata, `.Data.name` in the template of an invitation. */
  readonly Data?: Readonly<Record<string, unknown>>;
};
const isKnown = (name: string) => variableNames.some((known) => known === name);

/** Returns the key in `Data`, or null for another variable. */
const dataKey = (name: string): string | null =>
  name.startsWith('Data.') ? name.slice('Data.'.length) : null;

interface Template {
  readonly subject: string;
  readonly html: string;
}
type Templates = Readonly<Record<TemplateName, Template>>;

declare module '../../kernel/context.ts' {
  interface AuthContext {
    readonly mailTemplates: Templates;
  }
}

/**
 * Reads the mail templates. Those without settings are in supabase/templates. Paths start at `root`, as for the Supabase CLI.
 * @throws UserError naming the template that cannot be read, or that asks for what this server does not fill in.
 */
export function readTemplates(settings: ConfigToml['auth']['email']['template'], root: string): Templates {
  const read = (name: TemplateName): Template => {
    const { subject, content_path } = settings[name] ?? {};
    const path = resolve(root, content_path ?? `./supabase/templates/${name}.html`);
    const html = content_path || existsSync(path) ? readText(name, path) : defaults[name];
    const template = { subject: subject || (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? name), html };
    checkVariables(name, template.subject + (html === defaults[name] ? '' : html));
    return template;
  };
  return Object.fromEntries(templateNames.map((name) => [name, read(name)])) as Record<
    TemplateName,
    Template
  >;
}

const plain = (title: string) =>
  `<title>${title}</title><p>${title}: <a href="{{ .PageURL }}">follow this link</a> or enter the code {{ .Token }}.</p>`;

/** For a project without templates. Their link opens a page with a button, so that a scanner of mails uses nothing. */
const defaults: Readonly<Record<TemplateName, string>> = {
  confirmation: plain('Confirm your email address'),
  invite: plain('You are invited'),
  magic_link: plain('Sign in'),
  recovery: plain('Choose a new password'),
  email_change: plain('Confirm your new email address'),
  reauthentication: '<title>Confirm that it is you</title><p>Enter the code {{ .Token }}.</p>',
};

const complaint = (name: TemplateName, what: string) => wrongSetting(`auth.email.template.${name}`, what);

function readText(name: TemplateName, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw complaint(name, `content_path cannot be read: ${path}`);
  }
}

const VARIABLE = /\{\{-?\s*\.(Data\.\w+|\w+)\s*-?\}\}/g;

function checkVariables(name: TemplateName, text: string): void {
  const unknown = [...text.matchAll(VARIABLE)].find(
    ([, variable = '']) => !isKnown(variable) && (name !== 'invite' || dataKey(variable) === null),
  );
  const rest = unknown?.[0] ?? /\{\{.*/.exec(text.replace(VARIABLE, ''))?.[0];
  if (rest) throw complaint(name, `holds what this server does not fill in: ${rest.slice(0, 40)}`);
}

/** Metadata may be any JSON. What is no text is left out. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A template's text with its variables filled in, each value passed through `escape`. */
export function fillTemplate(text: string, variables: Variables, escape: (value: string) => string = String) {
  return text.replace(VARIABLE, (whole, name: string) => {
    const key = dataKey(name);
    if (key !== null) return escape(textOf(variables.Data?.[key]));
    return Object.hasOwn(variables, name) ? escape(variables[name as VariableName]) : whole;
  });
}

/** The mail with a link and a code, rendered from its template. */
export function codeMail(
  templates: Templates,
  { purpose, to, variables }: { purpose: MailPurpose; to: string; variables: Variables },
): Mail {
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

const LINK = /<a\b[^>]*\bhref=(["'])(https?:.*?)\1[^>]*>([\s\S]*?)<\/a>/gi;

const PARAGRAPH = /<p\b[^>]*>[\s\S]*?<\/p>/gi;
const BUTTON = /\bclass="button"/;
const HIDDEN = /<(\w+)\b[^>]*\bstyle="[^"]*\bdisplay:\s*none[^"]*"[^>]*>[\s\S]*?<\/\1>/gi;

/** The words of HTML, without the punctuation after them. */
const wordsOf = (html: string) =>
  new Set(
    html
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .map((word) => word.replace(/[.,;:!?)]+$/, '')),
  );

/** Leaves out paragraphs that repeat the address of a button. As text, the button has it. */
function withoutRepeats(html: string): string {
  const buttons = [...html.matchAll(LINK)]
    .filter(([link]) => BUTTON.test(link))
    .map(([, , address]) => address!);
  const repeats = (paragraph: string) => {
    const words = wordsOf(paragraph);
    return !BUTTON.test(paragraph) && buttons.some((address) => words.has(address));
  };
  return html.replace(PARAGRAPH, (paragraph) => (repeats(paragraph) ? '' : paragraph));
}

/**
 * A mail's HTML as paragraphs of text, without styles and hidden parts. A link's address follows its words, unless the
 * text has it.
 */
export function plainText(html: string): string {
  const shown = html.replace(/<(style|title|script)\b[^>]*>[\s\S]*?<\/\1>/gi, '').replace(HIDDEN, '');
  const body = withoutRepeats(shown);
  const words = wordsOf(body);
  const linkAsText = (_link: string, _quote: string, address: string, label: string) =>
    words.has(address) ? label : `${label.trim()}: ${address}`;
  return body
    .replace(LINK, linkAsText)
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

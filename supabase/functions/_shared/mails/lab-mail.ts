import { oneLine } from '../contract/visible.ts';
import { escapeHtml } from './html.ts';
import { button, layOut } from './layout.ts';
import type { Mail } from './mail.ts';

/** A confirmed application for the lab's mail. */
export interface LabOrder {
  readonly name: string;
  readonly email: string;
  readonly linkedin: string | null;
  readonly sectors: string;
}

/** The mail that notifies the lab of a confirmed application. The applicant's text is in its body only. */
export function labMail(order: LabOrder, lab: string, siteUrl: string): Mail {
  const subject = 'A builder confirmed their application';
  const facts = [
    ['Name', order.name],
    ['Email', order.email],
    ['LinkedIn', order.linkedin ?? 'none given'],
    ['Sectors', order.sectors],
  ] as const;
  const table = `<table style="border-collapse:collapse">
${facts.map(([label, value]) => `<tr><th style="text-align:left;vertical-align:top;padding:4px 16px 4px 0">${label}</th><td dir="auto" style="padding:4px 0;white-space:pre-wrap">${escapeHtml(value)}</td></tr>`).join('\n')}
</table>`;
  return layOut({
    to: lab,
    subject,
    preheader: 'Its name, address and sectors are inside.',
    parts: [
      { text: '', html: `<p>${subject}.</p>` },
      { text: facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n'), html: table },
      button(`${siteUrl}/admin`, 'Review it'),
    ],
    links: [],
  });
}

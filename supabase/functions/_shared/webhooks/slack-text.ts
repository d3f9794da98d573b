import { oneLine, withoutDirections } from '../contract/visible.ts';
import type { WebhookOrder } from './webhook-order.ts';

const sentences: Readonly<Record<WebhookOrder['event'], string>> = {
  'application.received': 'A new application arrived.',
  'application.confirmed': 'An application was confirmed.',
  'application.moved': 'An application was moved.',
  'application.withdrawn': 'An application was withdrawn.',
  'application.erased': 'An application was erased.',
  'webhook.test': 'This is a test. Events of applications will appear here.',
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes the characters that begin Slack's links and mentions. */
function escapeForSlack(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign]!);
}

/** A message in Slack's own markup. */
export function slackText(order: WebhookOrder, reviewUrl: string | undefined): string {
  const { person, event, status, previous_status: former } = order;
  const move =
    event === 'application.moved' && former && status
      ? `From ${statusWords(former)} to ${statusWords(status)}.`
      : null;
  const who = person && [person.name, person.email, person.linkedin].filter(Boolean).join(', ');
  const lines = [
    sentences[event],
    move,
    who && escapeForSlack(oneLine(withoutDirections(who))),
    reviewUrl && `<${reviewUrl}|Review it>`,
  ];
  return lines.filter(Boolean).join('\n');
}

const statusWords = (status: string) => escapeForSlack(status.replaceAll('_', ' '));

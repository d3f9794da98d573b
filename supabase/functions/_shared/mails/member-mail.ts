import { spellDay } from '../contract/day.ts';
import { escapeHtml } from './html.ts';
import { button, layOut, paragraph, type Part } from './layout.ts';
import type { Mail } from './mail.ts';

/** A mail to a member, as `private.member_order` returns it, with counts and sectors but no names. */
export type MemberOrder = DigestOrder | NoticesOrder;

interface DigestOrder {
  readonly kind: 'digest';
  readonly email: string;
  readonly user_id: string;
  readonly assigned: number;
  readonly overdue: number;
  readonly to_notify: number;
  readonly mentions: number;
}

interface NoticesOrder {
  readonly kind: 'notices';
  readonly email: string;
  readonly mentions: number;
  readonly assignments: number;
  /** The first ten. */
  readonly applications: readonly Noticed[];
}

/** An application in a notice, without its name. */
interface Noticed {
  readonly id: string;
  /** ISO 8601. */
  readonly applied_at: string;
  /** Shortened, or null if they are not fit for a mail. */
  readonly sectors: string | null;
}

/** One notice, with the address of its page. */
interface Line {
  readonly text: string;
  readonly url: string;
}

const one = (count: number, singular: string, plural: string) =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;

/** The digest, or the notices since the last one. `siteUrl` is the public origin. */
export function memberMail(order: MemberOrder, siteUrl: string): Mail {
  return order.kind === 'digest' ? digest(order, siteUrl) : notices(order, siteUrl);
}

function digest(
  { email, user_id: id, assigned, overdue, to_notify: unheard, mentions }: DigestOrder,
  site: string,
): Mail {
  const counted: readonly (readonly [number, string, string])[] = [
    [assigned, `${one(assigned, 'is', 'are')} yours`, `assignee=${id}&status=submitted,in_review,interview`],
    [overdue, `${one(overdue, 'waits', 'wait')} longer than promised`, 'due=overdue'],
    [unheard, `${one(unheard, 'still needs', 'still need')} to hear from us`, 'screen=notify'],
    [mentions, one(mentions, 'mention of you', 'mentions of you'), ''],
  ];
  const lines = counted
    .filter(([count]) => count > 0)
    .map(([, text, query]) => ({ text, url: `${site}/admin${query && `?${query}`}` }));
  return write(email, `Applications: ${lines.map(({ text }) => text).join(', ')}`, [list(lines)], site);
}

function notices({ email, mentions, assignments, applications }: NoticesOrder, site: string): Mail {
  const said = [
    ...(mentions > 0 ? [`You are mentioned on ${one(mentions, 'application', 'applications')}`] : []),
    ...(assignments > 0 ? [`${one(assignments, 'application is', 'applications are')} assigned to you`] : []),
  ].join('; ');
  const lines = applications.map(({ id, applied_at: appliedAt, sectors }) => ({
    text: `Application of ${spellDay(appliedAt)}${sectors === null ? '' : `, ${sectors}`}`,
    url: `${site}/admin?open=${id}`,
  }));
  const [first, second] = lines;
  const parts =
    first && !second ? [paragraph(`${first.text}.`), button(first.url, 'Open it')] : [list(lines)];
  return write(email, said, parts, site);
}

const item = ({ text, url }: Line) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`;

const list = (lines: readonly Line[]): Part => ({
  text: lines.map(({ text, url }) => `${text}: ${url}`).join('\n'),
  html: `<ul style="padding-left:1.2em">\n${lines.map(item).join('\n')}\n</ul>`,
});

function write(to: string, subject: string, parts: readonly Part[], siteUrl: string): Mail {
  return layOut({
    to,
    subject,
    preheader: 'Open the review to see them.',
    parts: [{ text: '', html: `<p>${escapeHtml(subject)}.</p>` }, ...parts],
    links: [['Change which emails you get', `${siteUrl}/admin?screen=settings&section=you`]],
  });
}

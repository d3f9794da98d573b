import { spellDay } from '../contract/day.ts';
import { openStatuses } from '../contract/statuses.ts';
import { listed } from '../contract/list.ts';
import { plural } from '../contract/plural.ts';
import { oneLine, withoutDirections } from '../contract/visible.ts';
import { escapeHtml } from './html.ts';
import { button, layOut, paragraph, type Part } from './layout.ts';
import type { Mail } from './mail.ts';

/** A mail to a member, as `private.member_content` returns it, with counts, sectors and names of members, but no applicant's name. */
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
  /** Applications whose assignee may not review any more, for owners. */
  readonly unassigned: number;
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
  /** The names of members who mentioned the reader, null if the notice is only about an assignment. */
  readonly mentioned_by: readonly string[] | null;
}

/** One notice, with the address of its page. */
interface Line {
  readonly text: string;
  readonly url: string;
}

/** The digest, or the notices since the last one. `siteUrl` is the public origin. */
export function memberMail(order: MemberOrder, siteUrl: string): Mail {
  return order.kind === 'digest' ? digest(order, siteUrl) : notices(order, siteUrl);
}

function digest(
  { email, user_id: id, assigned, overdue, to_notify: unheard, mentions }: DigestOrder,
  site: string,
): Mail {
  const numbers: readonly (readonly [number, string, string])[] = [
    [assigned, `${plural(assigned, 'is', 'are')} yours`, `assignee=${id}&status=${openStatuses.join(',')}`],
    [overdue, `${plural(overdue, 'waits', 'wait')} longer than promised`, 'due=overdue'],
    [unheard, `${plural(unheard, 'still needs', 'still need')} to hear from us`, 'screen=notify'],
    [mentions, plural(mentions, 'mention of you', 'mentions of you'), ''],
  ];
  const lines = numbers
    .filter(([count]) => count > 0)
    .map(([, text, query]) => ({ text, url: `${site}/admin${query && `?${query}`}` }));
  return write(email, `Applications: ${lines.map(({ text }) => text).join(', ')}`, [list(lines)], site);
}

function notices({ email, applications, ...counts }: NoticesOrder, site: string): Mail {
  const [first, second] = applications;
  const lines = applications.map((application) => ({
    text: `${writers(application)}${describe(application)}`,
    url: `${site}/admin?open=${application.id}`,
  }));
  if (!first || second) {
    const parts = [list(lines), button(`${site}/admin`, 'Open the review')];
    return write(email, counted(counts), parts, site);
  }
  const by = nameList(first.mentioned_by ?? []);
  const subject = by ? `${by} mentioned you on application ${shortId(first)}` : counted(counts);
  const parts = [
    paragraph(`${describe(first)}.`),
    button(lines[0]!.url, `Open application ${shortId(first)}`),
  ];
  return write(email, subject, parts, site, `${describe(first)}.`);
}

const counted = ({
  mentions,
  assignments,
  unassigned,
}: Pick<NoticesOrder, 'mentions' | 'assignments' | 'unassigned'>): string =>
  [
    ...(mentions > 0 ? [`You are mentioned on ${plural(mentions, 'application', 'applications')}`] : []),
    ...(assignments > 0
      ? [`${plural(assignments, 'application is', 'applications are')} assigned to you`]
      : []),
    ...(unassigned > 0
      ? [`${plural(unassigned, 'application has', 'applications have')} no assignee any more`]
      : []),
  ].join('; ');

/** The number by which the access log calls an application too, because a mail carries no applicant's name. */
const shortId = ({ id }: Noticed) => id.slice(0, 8);

function describe(application: Noticed): string {
  const { applied_at: appliedAt, sectors } = application;
  return `Application ${shortId(application)} of ${spellDay(appliedAt)}${sectors === null ? '' : `, ${sectors}`}`;
}

/** Names of members in one line, such as 'Ada, Bob and Cy'. */
const nameList = (names: readonly string[]): string =>
  listed(names.map((name) => oneLine(withoutDirections(name))));

function writers({ mentioned_by: names }: Noticed): string {
  if (names === null) return '';
  return names.length > 0 ? `${nameList(names)} mentioned you: ` : 'You are mentioned: ';
}

const item = ({ text, url }: Line) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`;

const list = (lines: readonly Line[]): Part => ({
  text: lines.map(({ text, url }) => `${text}: ${url}`).join('\n'),
  html: `<ul style="padding-left:1.2em">\n${lines.map(item).join('\n')}\n</ul>`,
});

function write(
  to: string,
  subject: string,
  parts: readonly Part[],
  siteUrl: string,
  preheader = 'Open the review to see them.',
): Mail {
  return layOut({
    to,
    subject,
    preheader,
    parts: [paragraph(`${subject}.`), ...parts],
    links: [['Change which emails you get', `${siteUrl}/admin?screen=settings&section=you`]],
  });
}

import { escapeHtml, mailLink, mailPage } from './html.ts';
import type { Mail } from './mail.ts';

/** A mail to a member, as `private.member_order` returns it, with counts and ids but no names and no text. */
export type MemberOrder = DigestOrder | NoticesOrder;

interface DigestOrder {
  readonly kind: 'digest';
  readonly email: string;
  readonly user_id: string;
  readonly assigned: number;
  readonly overdue: number;
  readonly not_told: number;
  readonly mentions: number;
}

interface NoticesOrder {
  readonly kind: 'notices';
  readonly email: string;
  readonly mentions: number;
  readonly assignments: number;
  /** The ids of the first ten. */
  readonly applications: readonly string[];
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
  { email, user_id: id, assigned, overdue, not_told: untold, mentions }: DigestOrder,
  site: string,
): Mail {
  const counted: readonly (readonly [number, string, string])[] = [
    [assigned, `${one(assigned, 'is', 'are')} yours`, `assignee=${id}&status=submitted,in_review,interview`],
    [overdue, `${one(overdue, 'waits', 'wait')} longer than promised`, 'due=overdue'],
    [untold, `${one(untold, 'is', 'are')} not told yet`, 'not_told=yes'],
    [mentions, one(mentions, 'mention of you', 'mentions of you'), ''],
  ];
  const lines = counted
    .filter(([count]) => count > 0)
    .map(([, text, query]) => ({ text, url: `${site}/admin${query && `?${query}`}` }));
  return write(email, `Applications: ${lines.map(({ text }) => text).join(', ')}`, lines, site);
}

function notices({ email, mentions, assignments, applications }: NoticesOrder, site: string): Mail {
  const said = [
    ...(mentions > 0 ? [`You are mentioned on ${one(mentions, 'application', 'applications')}`] : []),
    ...(assignments > 0 ? [`${one(assignments, 'application is', 'applications are')} assigned to you`] : []),
  ].join('; ');
  const lines = applications.map((id, place) => ({
    text: `Application ${place + 1}`,
    url: `${site}/admin?open=${id}`,
  }));
  return write(email, said, lines, site);
}

function write(to: string, subject: string, lines: readonly Line[], siteUrl: string): Mail {
  const off = `${siteUrl}/admin?screen=settings&section=you`;
  return {
    to,
    subject,
    text: `${lines.map(({ text, url }) => `${text}: ${url}`).join('\n')}\n\nWhich mails you get, you set here: ${off}\n`,
    html: mailPage(
      subject,
      `<p>${escapeHtml(subject)}.</p>
<ul style="padding-left:1.2em">
${lines.map(({ text, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`).join('\n')}
</ul>
${mailLink(off, 'Which mails you get')}`,
    ),
  };
}

import { describe, expect, test } from 'vitest';
import { POSTAL_LINE } from '../contract/closing-lines.ts';
import { applicantMail, correctionMail } from './applicant-mail.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { labMail } from './lab-mail.ts';
import type { Mail } from './mail.ts';
import { memberMail } from './member-mail.ts';
import { openingMail } from './opening-mail.ts';
import { reviewMail } from './review-mail.ts';

const SITE = 'https://lab.example.org';
const SECRET = 'a'.repeat(43);
const link = `${SITE}/confirm-email?application_id=${SECRET}`;

describe('the mail that asks for a confirmation', () => {
  const order = { secret: SECRET, name: 'Ada', email: 'a@example.org', answer_days: 10 };
  const mail = confirmationMail({ ...order, name: 'Sample Builder', email: 'sample@example.org' }, SITE);

  test('goes to the applicant alone and states in its subject what to do', () => {
    expect([mail.to, mail.subject]).toEqual(['sample@example.org', 'Confirm your application to Solostead']);
  });

  test.each([
    [10, 'get back to you within 10 days.'],
    [1, 'get back to you within 1 day.'],
    [null, 'get back to you.'],
  ])('promises an answer within %s days, in text and HTML', (answer_days, words) => {
    const { text, html } = confirmationMail({ ...order, answer_days }, SITE);
    for (const part of [text, html]) expect(part).toContain(words);
  });

  test('has the link once in its text, and as button and address in its HTML', () => {
    expect(mail.text.match(/https?:\S+/g)).toEqual([link, `${SITE}/privacy`]);
    expect(mail.html.match(/href="([^"]*)"/g)).toEqual([
      `href="${link}"`,
      `href="${link}"`,
      `href="${SITE}/privacy"`,
    ]);
  });
});

describe('the mail to the lab', () => {
  const order = { name: 'Sample Builder', email: 'sample@example.org', linkedin: null, sectors: 'Tools' };
  const mailAbout = (changed: Partial<Parameters<typeof labMail>[0]> = {}) =>
    labMail({ ...order, ...changed }, 'lab@example.org', SITE);

  test('goes to the lab and leads to the review', () => {
    const { to, text, html } = mailAbout();
    expect(to).toBe('lab@example.org');
    expect(text).toBe(
      `Name: Sample Builder\nEmail: sample@example.org\nLinkedIn: none given\nSectors: Tools\n\nReview it: ${SITE}/admin\n\n${POSTAL_LINE}\n`,
    );
    expect(html).toContain(`href="${SITE}/admin"`);
  });

  test('has each fact in the direction of its script', () => {
    expect(mailAbout({ name: 'דנה לוי' }).html).toMatch(/<td dir="auto" [^>]*>דנה לוי<\/td>/);
  });

  test('its subject contains nothing that an applicant wrote', () => {
    const hostile = 'Bcc: everyone\r\nSubject: paid';
    const { subject, to } = mailAbout({ name: hostile, email: hostile, linkedin: hostile, sectors: hostile });
    expect([subject, to]).toEqual(['A builder confirmed their application', 'lab@example.org']);
  });

  test.each(['\n', '\r\n', '\n\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'a line break %j in a name adds no line',
    (lineBreak) => {
      const { text } = mailAbout({ name: `Sample${lineBreak}Email: other@example.org` });
      expect(text.split('\n')[0]).toBe('Name: Sample / Email: other@example.org');
    },
  );

  test('every field is text in HTML', () => {
    const mark = '<i>"&\'';
    const { html } = mailAbout({ name: mark, email: mark, linkedin: mark, sectors: mark });
    expect(html.split('&lt;i&gt;&quot;&amp;&#39;')).toHaveLength(5);
    expect(html).not.toContain('<i>');
  });
});

describe('the mail with a reviewer’s words', () => {
  const body = 'Dear Sample,\nwe read it.\n\nCome on <Monday> & bring "it".\n\n\n\nThe lab';
  const mail = reviewMail(
    { email: 'sample@example.org', subject: 'About <you>', body },
    'https://lab.example',
    null,
  );

  test('has them unchanged in its text', () => {
    expect(mail).toMatchObject({
      to: 'sample@example.org',
      subject: 'About <you>',
      text: expect.stringMatching(
        /^Dear Sample,\nwe read it\.\n[\s\S]*The lab\n\n[^\n]*https:\/\/lab\.example\/privacy\n[^\n]+\n$/,
      ),
    });
  });

  test('has links for addresses in HTML, without the punctuation after them', () => {
    const { html } = reviewMail(
      { email: 'a@example.org', subject: 'x', body: 'Book <b>: https://book.example/me?a=1&b="2.' },
      'https://lab.example',
      null,
    );
    expect(html).toContain(
      'Book &lt;b&gt;: <a href="https://book.example/me?a=1&amp;b=">https://book.example/me?a=1&amp;b=</a>&quot;2.',
    );
  });

  test('splits paragraphs at empty lines in HTML, and escapes them', () => {
    const paragraphs = [
      ...mail.html.matchAll(/<p dir="auto" style="white-space:pre-line">([\s\S]*?)<\/p>/g),
    ].map(([, text]) => text);
    expect(paragraphs).toEqual([
      'Dear Sample,\nwe read it.',
      'Come on &lt;Monday&gt; &amp; bring &quot;it&quot;.',
      'The lab',
    ]);
    expect(mail.html).toContain('<title>About &lt;you&gt;</title>');
  });
});

describe('a mail that leads to the applicant’s page', () => {
  const order = { name: 'Sample Builder', email: 'sample@example.org' };
  const secret = 'a'.repeat(43);
  const answer_by = '2026-12-04T23:00:00Z';
  const url = `https://lab.example/my-application?key=${secret}`;

  test.each([
    'confirmed',
    'new_link',
    'next_step',
    'applied_again',
    'withdrawn',
    'erasing',
    'erasure_undone',
  ] as const)('about %s has its link once', (topic) => {
    const mail = applicantMail(
      { ...order, topic, secret, answer_by, erasing_at: answer_by },
      'https://lab.example',
    );
    expect(mail.to).toBe(order.email);
    expect(mail.text.match(/https?:\S+/g)).toEqual([url, 'https://lab.example/privacy']);
    expect(mail.html.split(url)).toHaveLength(2);
    expect(mail.text).toMatch(/^Hello Sample Builder,\n\n[A-Z]/);
  });

  test.each([
    ['is not over', {}, 'You have applied: here is your page', 'Open my application'],
    [
      'may be sent again',
      { apply_again_from: '2026-11-28T00:00:00Z', can_apply_again: true },
      'You can apply again',
      'Apply again',
    ],
    [
      'may be sent again later',
      { apply_again_from: '2027-02-28T00:00:00Z', can_apply_again: false },
      'You can apply again from 28 February 2027',
      'Open my application',
    ],
  ])('with the next step fits an application that %s', (_state, more, subject, press) => {
    const mail = applicantMail(
      { ...order, topic: 'next_step', secret, answer_by, ...more },
      'https://lab.example',
    );
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(press);
  });

  test('about an erasure names its time and the way to keep the application', () => {
    const erasing = {
      ...order,
      topic: 'erasing',
      secret,
      answer_by,
      erasing_at: '2026-11-29T22:30:00Z',
    } as const;
    const { text, html } = applicantMail(erasing, 'https://lab.example');
    expect(text).toContain('on 29 November 2026 at 22:30 UTC we erase it');
    expect(html).toContain('Keep my application');
  });

  test.each(['confirmed', 'applied_again'] as const)(
    'about %s names the day of the answer until there is one',
    (topic) => {
      const textOf = (day: string | null) =>
        applicantMail({ ...order, topic, secret, answer_by: day }, 'https://lab.example').text;
      expect(textOf(answer_by)).toContain(' and will answer by 4 December 2026. ');
      expect(textOf(null)).toMatch(/We’ve received your application( again)?\. /);
    },
  );

  test('with a reviewer’s words has the link below them', () => {
    const { text, html } = reviewMail(
      { ...order, subject: 'Hello', body: 'Words' },
      'https://lab.example',
      url,
    );
    expect(text).toBe(
      `Words\n\nYour application: ${url}\nHow we handle your data: https://lab.example/privacy\n${POSTAL_LINE}\n`,
    );
    expect(html).toContain(`href="${url}"`);
  });
});

describe('every mail of the lab', () => {
  const email = 'sample@example.org';
  const day = '2026-12-04T23:00:00Z';
  const applicant = { name: 'Sample', email, secret: 'x', answer_by: day, erasing_at: day };
  const applications = [
    { id: 'a', applied_at: '2026-11-14T08:00:00Z', sectors: 'Tools', mentioned_by: ['Ada'] },
  ];
  const counts = { assigned: 1, overdue: 2, to_notify: 0, mentions: 0 };
  const lab = { name: 'Sample', email, linkedin: null, sectors: 'Tools' };
  const mails: Record<string, Mail> = {
    confirmation: confirmationMail({ secret: SECRET, name: 'Sample', email, answer_days: 10 }, SITE),
    lab: labMail(lab, 'lab@example.org', SITE),
    review: reviewMail({ email, subject: 'Talk', body: 'Hello Sample,\n\nLet us talk.\n\nAda' }, SITE, null),
    corrected: correctionMail(email, SECRET, SITE),
    opening: openingMail({ kind: 'opening', email, secret: null }, SITE),
    opening_confirmation: openingMail({ kind: 'opening_confirmation', email, secret: SECRET }, SITE),
    digest: memberMail({ kind: 'digest', email, user_id: 'u', ...counts }, SITE),
    notices: memberMail(
      { kind: 'notices', email, mentions: 0, assignments: 1, unassigned: 0, applications },
      SITE,
    ),
    ...Object.fromEntries(
      (['confirmed', 'new_link', 'withdrawn', 'erasing'] as const).map((topic) => [
        topic,
        applicantMail({ ...applicant, topic }, SITE),
      ]),
    ),
  };

  test.each(Object.entries(mails))(
    'has its own preheader, ends with the postal address and reads well as text: %s',
    (_kind, { subject, text, html }) => {
      const preheader = /<body>\n<div style="display:none">([^<]+)<\/div>/.exec(html)?.[1];
      expect([undefined, subject]).not.toContain(preheader);
      expect(html).toContain(`<p>${POSTAL_LINE}</p>\n</div>\n</div>\n</body>`);
      expect(text).toMatch(new RegExp(`\n${POSTAL_LINE}\n$`));
      // No second way comes without the first, and no line is an address without words.
      expect(text).not.toMatch(/^Or |^https?:|\n{3}|<|^undefined/m);
      expect(html).not.toMatch(/undefined|\[object/);
    },
  );
});

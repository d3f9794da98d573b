import { describe, expect, it } from 'vitest';
import { plainText } from './templates.ts';
import { noticeMail, type Notice } from './notice-mail.ts';
import { plainMailPage } from '../../../mail/mail-page.ts';

describe('a mail as text', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo\n'],
    ['<p>One<br>Two<br/>Three</p>', 'One\nTwo\nThree\n'],
    ['<title>T</title><style>p{color:red}</style><p>One</p>', 'One\n'],
    ['<script>alert(1)</script><p>One</p>', 'One\n'],
    ['<p>a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39; &#43;</p>', 'a & b <c> "d" \'e\' +\n'],
    ['<p>&unknown; &#x41;</p>', '&unknown; &#x41;\n'],
    [
      '<p><a class="button" href="https://x.example">Confirm</a></p><p>Or open https://x.example.</p><p>End</p>',
      'Confirm: https://x.example\n\nEnd\n',
    ],
    ['<p><a href="https://x.example/?a=1&amp;b=2"> here </a></p>', 'here: https://x.example/?a=1&b=2\n'],
    [
      "<p><a href='https://x.example'>here</a>: https://x.example/b.</p>",
      'here: https://x.example: https://x.example/b.\n',
    ],
    ['<p><a href="https://x.example">https://x.example</a>.</p>', 'https://x.example.\n'],
    [
      '<p><a class="button" href="https://x.example">Go</a></p><p>Read https://x.example/terms</p>',
      'Go: https://x.example\n\nRead https://x.example/terms\n',
    ],
    ['<div style="display:none;max-height:0">Preview</div><p>One</p>', 'One\n'],
    [
      '<p><a class="button" href="https://x.example">Go</a></p><div>https://x.example</div>',
      'Go\n\nhttps://x.example\n',
    ],
    ['<h1>Title</h1><ul><li>One</li><li>Two</li></ul>', 'Title\n\nOne\n\nTwo\n'],
    ['<p>  One  </p>\n\n\n<p></p><p>Two</p>', 'One\n\nTwo\n'],
    ['<p>&lt;b&gt;bold&lt;/b&gt;</p>', '<b>bold</b>\n'],
    ['', '\n'],
  ])('%j becomes %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });
});

describe('a notice', () => {
  const style = { productName: 'Acme & Co', mailPage: plainMailPage('Acme & Co') };
  const notices: Notice[] = [
    'password_changed',
    'password_added',
    'email_changed',
    'factor_added',
    'factor_removed',
    'passkey_added',
    'passkey_removed',
    'identity_linked',
    'identity_unlinked',
  ];

  it.each(notices)('%s has the same content in text and HTML, without a link or a secret', (notice) => {
    const mail = noticeMail(notice, 'ada@example.org', style);
    const [sentence = ''] = mail.text.split('\n');
    expect(mail.to).toBe('ada@example.org');
    expect(mail.subject).not.toBe('');
    expect(sentence).not.toContain('{');
    expect(mail.html).toContain(sentence.replace('&', '&amp;'));
    expect(mail.html).toContain('<strong>Acme &amp; Co</strong>');
    expect(mail.text).toMatch(/\n\nAcme & Co\n$/);
    expect(mail.text).toContain('If this was not you, reset your password now');
    expect(mail.text).not.toMatch(/https?:|\d{6}/);
    expect(mail.html).not.toContain('<a ');
  });
});

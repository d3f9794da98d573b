import { LAB_NAME } from '../contract/lab.ts';

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => names[character]!);
}

/** The site's colours (site/src/styles/tokens.css), which a mail has to carry itself. */
const LOOK = `
body{margin:0;padding:32px 16px;background:#f5f7f4;color:#121613;font:16px/1.6 Helvetica,Arial,sans-serif}
a{color:#0a6349}
.page{max-width:34rem;margin:0 auto;padding:32px;border:1px solid #d9ded9;background:#fff}
.brand{margin:0 0 32px;padding-bottom:16px;border-bottom:1px solid #121613;font:28px/1 Georgia,'Times New Roman',serif;letter-spacing:-.02em}
.button{display:inline-block;padding:13px 24px;border-radius:2px;background:#0a6349;color:#fff;text-decoration:none}
.closing{margin-top:32px;padding-top:16px;border-top:1px solid #d9ded9;color:#55605a;font-size:13px}
.closing p{margin:0 0 8px}
.closing a{color:inherit}
@media (prefers-color-scheme:dark){
body{background:#0e1210;color:#edf1ed}
a{color:#74d1a9}
.page{border-color:#2b332f;background:#151b18}
.closing{border-color:#2b332f;color:#a9b4ad}
.brand{border-color:#edf1ed}
.button{background:#74d1a9;color:#06231a}
}`;

/**
 * A mail's HTML page in the look of the site, in colours for light and dark. It loads nothing. `body` is HTML. `preheader`
 * is the text that mailboxes show after the subject.
 */
export function mailPage(title: string, body: string, preheader = title): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${LOOK}
</style>
</head>
<body>
<div style="display:none">${escapeHtml(preheader)}</div>
<div class="page">
<p class="brand">${LAB_NAME}</p>
${body}
</div>
</body>
</html>
`;
}

/** Renders a link as a button. `url` and `label` are text. */
export function mailButton(url: string, label: string): string {
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
}

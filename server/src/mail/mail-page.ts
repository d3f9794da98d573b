const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => names[character] ?? character);

/** Renders the HTML page of a mail. `title` is text, `body` is HTML. */
export type MailPage = (title: string, body: string) => string;

/** A plain page under the project's name, without anything to load. */
export const plainMailPage =
  (project: string): MailPage =>
  (title, body) =>
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="max-width:34rem;margin:40px auto;padding:0 20px;font:16px/1.6 Helvetica,Arial,sans-serif">
<p><strong>${escapeHtml(project)}</strong></p>
${body}
</body>
</html>
`;

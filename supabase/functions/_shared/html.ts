const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe to stand in HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A mail's HTML page: plain, readable in light and dark, nothing loaded from anywhere. `body` is HTML. */
export function mailPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.6 Georgia,'Times New Roman',serif">
<div style="max-width:34rem;margin:0 auto">
${body}
<p style="margin-top:32px;padding-top:16px;border-top:1px solid #8884;font-size:14px">Solostead</p>
</div>
</body>
</html>
`;
}

/** A link drawn as a button; `url` and `label` are text. */
export function mailButton(url: string, label: string): string {
  const style =
    'display:inline-block;padding:12px 20px;border:1px solid currentColor;color:inherit;text-decoration:none';
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

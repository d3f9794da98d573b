import { spellMoment } from '@solostead/contract/day';
import type { DataSection, Fact, Record } from './facts.ts';
import { LOOK } from './look.ts';

/** A page with everything that is held about a person, for them to read, print and keep. */
export interface DataPage {
  readonly title: string;
  readonly lead: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** In the order of reading. Empty ones are left out. */
  readonly sections: readonly DataSection[];
  /** The same data for programs. */
  readonly whole: unknown;
  /** The name of the file with it. */
  readonly fileName: string;
}

const names: Readonly<{ [character: string]: string }> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => names[character]!);

/** Renders the page as one HTML file, which loads and runs nothing and has the JSON inside. Every text is escaped. */
export function renderDataPage({ title, lead, madeAt, sections, whole, fileName }: DataPage): string {
  const json = `${JSON.stringify(whole, null, 2)}\n`;
  const href = `data:application/json;charset=utf-8,${encodeURIComponent(json)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${LOOK}</style>
</head>
<body>
<main>
<h1 dir="auto">${escape(title)}</h1>
<p>${escape(lead)}</p>
<p class="soft">Made on ${spellMoment(madeAt)}.</p>
${sections
  .filter(({ records }) => records.length > 0)
  .map(renderSection)
  .join('\n')}
<section class="screen">
<h2>For programs</h2>
<p>This page contains the same data as JSON, with every technical field: <a href="${escape(href)}" download="${escape(fileName)}">save ${escape(fileName)}</a>.</p>
</section>
</main>
</body>
</html>
`;
}

const renderSection = ({ heading, records }: DataSection) => `<section>
<h2>${escape(heading)}</h2>
${records.map(renderRecord).join('\n')}
</section>`;

function renderRecord({ title, facts }: Record): string {
  const heading = title ? [`<h3>${escape(title)}</h3>`] : [];
  const list = facts.length > 0 ? ['<dl>', ...facts.map(renderFact), '</dl>'] : [];
  return ['<article>', ...heading, ...list, '</article>'].join('\n');
}

const renderFact = ({ label, value }: Fact) =>
  `<div><dt>${escape(label)}</dt><dd dir="auto">${escape(value)}</dd></div>`;

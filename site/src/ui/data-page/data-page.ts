import { spellMoment } from '@solostead/contract/day';
import type { DataSection, Fact, Record } from './facts.ts';

/** The style of a data page, in the site's colours (styles/tokens.css), for light, dark and paper. */
const LOOK = `
:root{color-scheme:light dark;--paper:#f5f7f4;--ink:#121613;--soft:#454d47;--rule:#ced5ce;--accent:#0a6349}
@media (prefers-color-scheme:dark){:root{--paper:#0e1210;--ink:#edf1ed;--soft:#a9b4ad;--rule:#2b332f;--accent:#74d1a9}}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font:2rem/1.15 Georgia,serif;margin:0 0 1rem;overflow-wrap:anywhere}
h2{font:1.4rem/1.25 Georgia,serif;margin:2.5rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--ink)}
h3{font-size:1rem;margin:0}
article{padding:.6rem 0;border-bottom:1px solid var(--rule)}
dl{margin:0}
dl div{display:grid;grid-template-columns:12rem 1fr;gap:0 1rem;padding:.2rem 0}
dt,.soft{color:var(--soft)}
dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent)}
@media (max-width:36rem){dl div{grid-template-columns:1fr}dt{font-size:.9rem}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#333;--rule:#999}main{max-width:none;padding:0}article,h2{break-inside:avoid}h2{break-after:avoid}.screen{display:none}}
`;

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

/** The style of a data page, in the site's colours (styles/tokens.css), for light, dark and paper. */
export const LOOK = `
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

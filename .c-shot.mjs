import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const [,, q, name, widths='390,1350', schemes='light,dark', act] = process.argv;
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] });
const session=readFileSync('/tmp/c-session','utf8');
for (const w of widths.split(',').map(Number)) for (const s of schemes.split(',')) {
  const p = await b.newPage({ viewport:{width:w,height:w<500?844:850}, colorScheme:s, hasTouch:w<500 });
  p.on('pageerror',e=>console.log('pageerror',e.message)); p.on('console',m=>m.type()==='error'&&console.log('console',m.text()));
  await p.goto('http://127.0.0.1:4103/confirm-email'); await p.evaluate(([k,v])=>localStorage.setItem(k,v),['sb-solostead-auth-token',session]);
  await p.goto('http://127.0.0.1:4103/admin'+q.replace('ID',readFileSync('/tmp/c-id','utf8'))); await p.waitForTimeout(2500);
  if (act) await (new Function('p','return (async()=>{'+act+'})()'))(p);
  await p.waitForTimeout(400);
  await p.screenshot({path:`/tmp/c-${name}-${w}-${s}.png`}); await p.close();
}
await b.close();

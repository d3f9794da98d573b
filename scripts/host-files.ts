// Writes the files that make static hosts send the same headers as the server. build-site.mjs runs it after each build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicantPageHeaders } from '../lab/src/intake/applicant-page.ts';
import { loadSite, securityHeaders } from '@solostead/server/site';
import { hostFiles } from './lib/host-files.ts';

const [folder = ''] = process.argv.slice(2);
const { PUBLIC_SUPABASE_URL, SITE_URL = '' } = process.env;
const site = loadSite(folder, PUBLIC_SUPABASE_URL ? [PUBLIC_SUPABASE_URL] : []);
const files = hostFiles(site, securityHeaders(SITE_URL), { '/my-application': applicantPageHeaders });
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

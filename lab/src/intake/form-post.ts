import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { applicationHeaders, honeypotHeaderValue } from '@solostead/contract/headers';
import {
  completeLink,
  type EvidenceField,
  evidenceFields,
  isEvidenceValid,
} from '@solostead/contract/evidence';
import { HONEYPOT_FIELD } from '@solostead/contract/honeypot';
import { outcomeOfRefusal, type ApplicationOutcome } from '@solostead/contract/outcome';
import { applicationQuestions } from '@solostead/contract/questions';
import { isFieldValid, textFields, type TextField } from '@solostead/contract/text-fields';
import { completeProfile } from '@solostead/contract/profile';
import { trimmed } from '@solostead/contract/visible';
import type { Config } from '@solostead/server';
import { clientAddressFinder } from '@solostead/server/extension';
import { FIELDS, QUESTIONS } from './incomplete-page.ts';

/** The result of an application. The page of an incomplete one names the fields. */
type Joined = ApplicationOutcome | `incomplete${string}`;
/** The result of a mailed link. The site's build has a page of each name under /confirm-email. */
type Confirmed = `confirmed${string}` | 'answered' | 'missing' | 'refused' | 'failed';
/** The result of evidence from the page of a confirmation. The site's build has a page of each name under /confirm-email. */
type Shown = (typeof shownOutcomes)[number] | `invalid${string}` | 'missing' | 'later' | 'failed';
/** The result of an address for the next opening. The site's build has a page of each name under /opening. */
type Opening = 'requested' | 'confirmed' | 'open' | 'invalid' | 'unknown' | 'later' | 'failed';
/** The result of an address for its next step. The site's build has a page of each name under /next-step. */
type NextStep = 'requested' | 'invalid' | 'later' | 'failed';

/**
 * Serves the forms of a browser without script. `POST /join` makes the same INSERT and function call as the form's
 * script, `POST /confirm-email`, `POST /opening` and `POST /next-step` call the procedures. All use the anonymous API, so keys, rate
 * limits and abuse protection apply. The answer is a page. Following a mailed link (GET) still changes nothing.
 */
export function formPost(config: Pick<Config, 'keys' | 'siteUrl' | 'trustedProxies'>): FastifyPluginAsync {
  return async (app) => {
    const callFor = takeForms(app, config);
    const answer = (
      path: string,
      work: (request: FastifyRequest, call: Call) => Promise<Joined | Confirmed | Shown | Opening | NextStep>,
      pages = path,
    ) =>
      app.post(path, async (request, reply) => {
        const outcome = isOurForm(request, config.siteUrl) ? await work(request, callFor(request)) : 'failed';
        return reply.redirect(`${pages}/${outcome}`, 303);
      });
    answer('/join', apply);
    answer('/confirm-email', confirm);
    answer('/confirm-email/confirmed', showEvidence, '/confirm-email');
    answer('/opening', opening);
    answer('/next-step', nextStep);
  };
}

/**
 * Returns true for a form of our site, by its Sec-Fetch-Site, or by its origin in older browsers. Other programs
 * send neither and have no session to misuse. An empty form may have no type.
 */
function isOurForm({ body, headers }: FastifyRequest, siteUrl: string): boolean {
  if (typeof body !== 'string' && body !== undefined && body !== null) return false;
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === siteUrl || URL.parse(origin)?.host === host;
}

async function apply(request: FastifyRequest, call: Call): Promise<Joined> {
  const form = new URLSearchParams((request.body as string | null | undefined) ?? '');
  const typed = (name: TextField) => trimmed(form.get(name) ?? '');
  const application = {
    name: typed('name'),
    email: typed('email'),
    linkedin: completeProfile(typed('linkedin')),
    sectors: typed('sectors'),
    ...Object.fromEntries(applicationQuestions.map((name) => [name, form.has(name)])),
  };
  const saved = await call('/rest/v1/applications', application, {
    prefer: 'return=minimal',
    [applicationHeaders.honeypot]: honeypotHeaderValue(form.get(HONEYPOT_FIELD) ?? ''),
  });
  if (saved.statusCode !== 201) {
    const refused = outcomeOfRefusal({
      status: saved.statusCode,
      ...refusal.safeParse(readJson(saved.body)).data,
    });
    return refused === 'incomplete' ? `incomplete${queryOfFaults(application)}` : refused;
  }
  const { name, email } = application;
  const mailed = await call('/functions/v1/send-confirmation-email', { name, email });
  return mailed.statusCode < 300 ? 'sent' : 'saved';
}

/** Returns a query with the fields that the form's rules refuse, which the answer names (incomplete-page.ts). */
function queryOfFaults(application: Readonly<Record<string, unknown>>): string {
  const faults: string[] = textFields.filter((name) => !isFieldValid(name, String(application[name])));
  if (applicationQuestions.some((name) => !application[name])) faults.push(QUESTIONS);
  return queryOf(faults);
}

const queryOf = (fields: readonly string[]) =>
  fields.length > 0 ? `?${new URLSearchParams({ [FIELDS]: fields.join(',') })}` : '';

const refusal = z.object({ code: z.string(), message: z.string().default('') });

/** Returns null for a body that is no JSON, such as that of a gateway. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const mailedLink = z.object({ application_id: z.string().min(1) });
const confirmation = z.object({ success: z.literal(true), waiting: z.boolean().default(true) });

/** The id is in the address of the form, as in the link. */
async function confirm(request: FastifyRequest, call: Call): Promise<Confirmed> {
  const link = mailedLink.safeParse(request.query);
  if (!link.success) return 'missing';
  const answered = await call('/rest/v1/rpc/confirm_email', link.data);
  if (answered.statusCode !== 200) return 'failed';
  const confirmed = confirmation.safeParse(JSON.parse(answered.body));
  if (!confirmed.success) return 'refused';
  // The page of this answer shows evidence by the same id.
  return confirmed.data.waiting ? `confirmed?${new URLSearchParams(link.data)}` : 'answered';
}

const shownOutcomes = ['saved', 'read', 'withdrawn', 'erasing', 'unknown'] as const;
const shownAnswer = z.object({
  outcome: z.enum([...shownOutcomes, 'invalid']),
  field: z.enum(evidenceFields).optional(),
});

/** Shows one thing that the applicant shipped, by the id in the address of the form. */
async function showEvidence(request: FastifyRequest, call: Call): Promise<Shown> {
  const link = mailedLink.safeParse(request.query);
  if (!link.success) return 'missing';
  const form = new URLSearchParams((request.body as string | null | undefined) ?? '');
  const typed = (field: EvidenceField) => form.get(field) ?? '';
  const evidence = {
    link: completeLink(typed('link')),
    repository: completeLink(typed('repository')),
    words: trimmed(typed('words')),
  };
  const faults = evidenceFields.filter((field) => !isEvidenceValid(field, evidence[field]));
  if (faults.length > 0) return `invalid${queryOf(faults)}`;
  const answered = await call('/rest/v1/rpc/save_evidence', {
    link_secret: link.data.application_id,
    ...evidence,
  });
  if (answered.statusCode === 429) return 'later';
  if (answered.statusCode !== 200) return 'failed';
  const { outcome = 'failed', field } = shownAnswer.safeParse(JSON.parse(answered.body)).data ?? {};
  return outcome === 'invalid' ? `invalid${queryOf(field ? [field] : [])}` : outcome;
}

const openingLink = z.object({ request: z.string().min(1) });
const openingAnswer = z.object({ outcome: z.enum(['requested', 'confirmed', 'open', 'invalid', 'unknown']) });

/** Confirms the mailed link if the form's address contains one, otherwise stores an address for the opening. */
async function opening(request: FastifyRequest, call: Call): Promise<Opening> {
  const link = openingLink.safeParse(request.query);
  const email = new URLSearchParams((request.body as string | null | undefined) ?? '').get('email') ?? '';
  const answered = link.success
    ? await call('/rest/v1/rpc/confirm_opening_request', { link_secret: link.data.request })
    : await call('/rest/v1/rpc/request_opening_mail', { email });
  if (answered.statusCode === 429) return 'later';
  if (answered.statusCode !== 200) return 'failed';
  return openingAnswer.safeParse(JSON.parse(answered.body)).data?.outcome ?? 'failed';
}

const nextStepAnswer = z.object({ outcome: z.enum(['requested', 'invalid']) });

/** Has the next step mailed to an address that has applied. */
async function nextStep(request: FastifyRequest, call: Call): Promise<NextStep> {
  const email = new URLSearchParams((request.body as string | null | undefined) ?? '').get('email') ?? '';
  const answered = await call('/rest/v1/rpc/request_new_link', { email });
  if (answered.statusCode === 429) return 'later';
  if (answered.statusCode !== 200) return 'failed';
  return nextStepAnswer.safeParse(JSON.parse(answered.body)).data?.outcome ?? 'failed';
}

/** Calls the API as anon from where the form came. */
type Call = (
  url: string,
  payload: object,
  headers?: Record<string, string>,
) => Promise<{ readonly statusCode: number; readonly body: string }>;

/** Lets an app accept forms, each as one text. Returns the function that calls the API for the sender of one. */
function takeForms(
  app: FastifyInstance,
  { keys, trustedProxies }: Pick<Config, 'keys' | 'trustedProxies'>,
): (request: FastifyRequest) => Call {
  const addressOf = clientAddressFinder(trustedProxies);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => body,
  );
  return (request) =>
    async (url, payload, headers = {}) =>
      app.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress: addressOf(request.raw),
        headers: { apikey: keys.publishable, ...headers },
      });
}

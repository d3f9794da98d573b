import type { Database } from '../database/database.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { type Prepared, prepare } from './execute/execute.ts';
import { KnownQuestions } from './known-questions.ts';
import { shapeKey } from './parse/payload.ts';
import { type ApiRequest, parseBody, parseHead, type RawRequest } from './parse/request.ts';
import { permit } from './permit/permit.ts';
import { embeddedNeeds, targetNeed } from './plan/needs.ts';
import { findTarget, planRequest } from './plan/plan.ts';
import type { Turns } from './turns.ts';

/** A body of up to so many bytes is read in no time; an application has some 500. */
const quickBody = 4096;

const questions = new WeakMap<Catalogue, KnownQuestions>();

/** A request ready to run. */
export interface Understood {
  readonly understood: ApiRequest;
  readonly prepared: Prepared;
  /** To be called once the request is answered: the same question is then understood at once. */
  readonly keep: () => void;
}

/** What understanding takes beside the request. */
interface Context {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly role: string;
  /** Where the request comes from. */
  readonly address: string;
  /** Those who ask what is not known yet, or send much, wait for each other. */
  readonly turns: Turns;
  readonly maxRows: number;
}

/** Parses, asks for the rights, plans and writes the SQL, as far as that has not been done for the same question before. */
export async function understand(raw: RawRequest, context: Context): Promise<Understood> {
  const { catalogue, role } = context;
  const known = questions.get(catalogue) ?? new KnownQuestions();
  questions.set(catalogue, known);
  const question = known.find(role, raw);
  const isQuick = question !== undefined && raw.body.length <= quickBody;
  if (!isQuick) await context.turns.take(context.address);
  const head = question?.head ?? parseHead(raw, catalogue.schemas);
  const understood = { ...head, payload: parseBody(head, raw) };
  const shape = shapeKey(understood.payload);
  const kept = shape === null ? undefined : question?.byShape.find(shape);
  if (kept) return { understood, prepared: kept, keep: () => {} };
  if (isQuick) await context.turns.take(context.address);
  const prepared = await prepareRequest(understood, context);
  return {
    understood,
    prepared: withoutName(prepared),
    keep: () => known.keep(role, raw, head, shape, prepared),
  };
}

async function prepareRequest(request: ApiRequest, context: Context): Promise<Prepared> {
  const { database, catalogue, role, maxRows } = context;
  const target = findTarget(request, catalogue);
  await permit(database, catalogue, role, [targetNeed(request, target)]);
  const plan = planRequest(request, target, catalogue, maxRows);
  await permit(database, catalogue, role, embeddedNeeds(plan));
  return prepare(plan);
}

/** A statement asked for the first time is not worth a place among those that connections keep. */
function withoutName({ main: { text, values }, ...prepared }: Prepared): Prepared {
  return { ...prepared, main: values ? { text, values } : { text } };
}

import type { Catalogue } from './catalogue/catalogue.ts';
import { type Prepared, prepare } from './execute/execute.ts';
import { shapeKey } from './parse/payload.ts';
import {
  type ApiRequest,
  headKey,
  parseBody,
  parseHead,
  type RawRequest,
  type RequestHead,
} from './parse/request.ts';
import { planRequest } from './plan/plan.ts';
import { RecentlyUsed } from './recently-used.ts';

/** What a catalogue's requests asked lately, by what decides it: the same question is planned once. */
const recent = new WeakMap<Catalogue, RecentlyUsed<RecentHead>>();

interface RecentHead {
  readonly head: RequestHead;
  readonly byShape: RecentlyUsed<Prepared>;
}

/** Parses, plans and writes the SQL, as far as that has not been done for the same question before. */
export function understand(
  raw: RawRequest,
  catalogue: Catalogue,
  maxRows: number,
): { understood: ApiRequest; prepared: Prepared } {
  const heads = recent.get(catalogue) ?? new RecentlyUsed(300);
  recent.set(catalogue, heads);
  const { head, byShape } = heads.get(headKey(raw), () => ({
    head: parseHead(raw, catalogue.schemas),
    byShape: new RecentlyUsed(10),
  }));
  const understood = { ...head, payload: parseBody(head, raw) };
  const make = () => prepare(planRequest(understood, catalogue, maxRows));
  const shape = shapeKey(understood.payload);
  return { understood, prepared: shape === null ? make() : byShape.get(shape, make) };
}

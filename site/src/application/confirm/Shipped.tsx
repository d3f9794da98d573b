import { useState } from 'react';
import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { EvidenceForm } from '../own-page/EvidenceForm.tsx';
import type { Texts } from '../own-page/evidence-texts.ts';
import { visitorData } from '../../supabase/visitor.ts';
import type { Outcome } from '../own-page/my-application.ts';
import styles from './Shipped.module.css';

interface Props {
  copy: ConfirmationCopy['shipped'];
  /** The id of the confirmation link. */
  confirmation: string;
}

/** The way on after the confirmation, one thing that the applicant shipped. */
export function Shipped({ copy, confirmation }: Props) {
  const [saved, setSaved] = useState<Texts | null>(null);
  const send = async (texts: Texts) => {
    const answer = await showEvidence(confirmation, texts);
    if (answer.kind === 'answered' && answer.outcome === 'saved') setSaved(texts);
    return answer;
  };
  return (
    <section className={styles['shipped']} aria-labelledby="shipped">
      <h2 id="shipped">{copy.title}</h2>
      <p>{copy.lead}</p>
      <EvidenceForm evidence={saved} copy={copy} send={send} />
    </section>
  );
}

/** Stores evidence by the id of the confirmation link (docs/applying.md). Never throws. */
async function showEvidence(confirmation: string, texts: Texts): Promise<Outcome> {
  try {
    const { data, error, status } = await visitorData().rpc('save_evidence', {
      application_id: confirmation,
      ...texts,
    });
    if (status === 429) return { kind: 'later', message: error?.message ?? '' };
    const { outcome, field } = Object(data) as { outcome?: unknown; field?: unknown };
    if (error || typeof outcome !== 'string') return { kind: 'failed' };
    return { kind: 'answered', outcome, field: typeof field === 'string' ? field : null };
  } catch {
    return { kind: 'failed' };
  }
}

import { useState } from 'react';
import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { EvidenceForm } from '../own-page/EvidenceForm.tsx';
import type { Texts } from '../own-page/evidence-texts.ts';
import { callForOutcome } from '../applicant/calls.ts';
import styles from './Shipped.module.css';

interface Props {
  copy: ConfirmationCopy['shipped'];
  /** The id of the confirmation link. */
  confirmation: string;
  /** Something was shown before, which the link does not reveal. */
  hasEvidence: boolean;
}

/** The way on after the confirmation, one thing that the applicant shipped. */
export function Shipped({ copy, confirmation, hasEvidence }: Props) {
  const [saved, setSaved] = useState<Texts | null>(null);
  const send = async (texts: Texts) => {
    const answer = await callForOutcome('save_evidence', { link_secret: confirmation, ...texts });
    if (answer.kind === 'answered' && answer.outcome === 'saved') setSaved(texts);
    return answer;
  };
  return (
    <section className={styles['shipped']} aria-labelledby="shipped">
      <h2 id="shipped">{copy.title}</h2>
      <p>{hasEvidence ? copy.stored : copy.lead}</p>
      <EvidenceForm evidence={saved} copy={copy} send={send} />
    </section>
  );
}

import type { ClientBase } from 'pg';

/** A warning of a stand-in, which no text of a visitor can imitate: `cron.schedule stores jobs …, because … lacks …`. */
const WARNING = /^[a-z_]+\.[a-z_]+ stores [a-z ]+, because [\w ]+\.$/i;
const FEATURE_NOT_SUPPORTED = '0A000';

/** Reports the warnings of stand-ins that statements of the connection call. Returns a function that ends it. */
export function reportStandIns(client: ClientBase, report: (sentence: string) => void): () => void {
  const listen = ({
    code,
    message,
  }: {
    readonly code?: string | undefined;
    readonly message?: string | undefined;
  }) => {
    if (code === FEATURE_NOT_SUPPORTED && message && WARNING.test(message)) report(message);
  };
  client.on('notice', listen);
  return () => client.off('notice', listen);
}

/** Returns a `report` that passes each sentence on once. */
export function once(report: (sentence: string) => void): (sentence: string) => void {
  const reported = new Set<string>();
  return (sentence) => {
    if (reported.has(sentence)) return;
    reported.add(sentence);
    report(sentence);
  };
}

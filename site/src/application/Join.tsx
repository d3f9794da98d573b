import { useState } from 'react';
import type { ApplicationCopy } from '../content/application.ts';
import { JoinDialog } from './JoinDialog.tsx';
import { ReceivedDialog, type Received } from './received/ReceivedDialog.tsx';

/** The application form, and in its place, once it was sent, what comes next. */
export function Join({ copy }: { copy: ApplicationCopy }) {
  const [received, setReceived] = useState<Received | null>(null);
  return (
    <>
      <JoinDialog copy={copy} onReceived={setReceived} />
      {received && (
        <ReceivedDialog
          copy={copy.received}
          promise={copy.promise}
          {...received}
          onClose={() => setReceived(null)}
        />
      )}
    </>
  );
}

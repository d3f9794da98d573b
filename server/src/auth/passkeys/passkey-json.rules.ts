interface Stored {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** A passkey as its owner sees it (contract A6.3); never its key. */
export function passkeyJson(passkey: Stored): Record<string, unknown> {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name || undefined,
    created_at: new Date(passkey.created_at).toISOString(),
    last_used_at: passkey.last_used_at ? new Date(passkey.last_used_at).toISOString() : undefined,
  };
}

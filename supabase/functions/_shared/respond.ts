// The site may have another origin than the functions. No cookie is involved, so any origin may call them.
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'POST, OPTIONS',
};

/** A JSON answer that every origin may read. */
export function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...cors, 'cache-control': 'no-store', ...headers } });
}

/** Answers requests other than POST, the browser's preflight or a refusal. */
export function respondToOther(method: string): Response {
  return method === 'OPTIONS'
    ? new Response(null, { status: 204, headers: cors })
    : respond(405, { error: 'Only POST is answered here.' });
}

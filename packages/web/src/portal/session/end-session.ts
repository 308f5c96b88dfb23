import { call } from '../call/call.ts'

const patienceMs = 5_000

/**
 * Ends the session of a token on the server. Never fails: without an answer the session expires, and this browser discards
 * the token in any case. An expired token is not an error.
 */
export async function endSession(token: string): Promise<void> {
  const input = { body: { everywhere: false }, bearer: token, timeoutMs: patienceMs, quiet: true }
  await call('POST /v3/session/end', input).catch(() => undefined)
}

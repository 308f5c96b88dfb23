import { call } from './call.ts'

const patienceMs = 5_000

/**
 * Ends the session of a token on the server. Never fails: without an answer the session ends by itself after a while,
 * and this browser forgets it at once either way. A token that is good no more is no news here.
 */
export async function endSession(token: string): Promise<void> {
  const input = { body: { everywhere: false }, bearer: token, timeoutMs: patienceMs, quiet: true }
  await call('POST /v3/session/end', input).catch(() => undefined)
}

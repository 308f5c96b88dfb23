import { call } from './call.ts'

const patienceMs = 5_000
const ending = new Set<string>()

/** Whether the session of a token is being ended by the member's own wish: a refusal of that call is no news. */
export const isEnding = (token: string): boolean => ending.has(token)

/**
 * Ends the session of a token on the server. Never fails: without an answer the session ends by itself after a while,
 * and this browser forgets it at once either way.
 */
export async function endSession(token: string): Promise<void> {
  ending.add(token)
  try {
    await call('POST /v3/session/end', { body: { everywhere: false }, bearer: token, timeoutMs: patienceMs })
  } catch {
    // Said above.
  } finally {
    ending.delete(token)
  }
}

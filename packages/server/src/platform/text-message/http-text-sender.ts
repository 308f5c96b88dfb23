import { fitText } from '@coopline/rules/messages/notifications/text-parts'
import type { Sender } from '../messages/deliver-messages.job.ts'

/**
 * Sends text messages over the documented HTTP adapter: `POST url` with `{ id, to, text }` (JSON), bearer token, any 2xx
 * response means accepted. Every text message leaves through here, in the alphabet of text messages and in at most two parts. `id` is the same for every attempt, so that the service can drop a duplicate (docs/OPERATIONS.md).
 */
export function createHttpTextSender(url: string, token: string | undefined): Sender {
  return async (message) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id: message.dedupeKey, to: `+1${message.recipient}`, text: fitText(message.bodyText) }),
    })
    // Unread, the answer would keep its connection.
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The text-message service answered ${response.status}`)
  }
}

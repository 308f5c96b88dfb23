import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireMemberNumber } from '../../wire.ts'

/** The visitor's next message, if any, and the position up to which they have read. Without a message, the call only reads. */
const exchange = z.strictObject({
  /** Names the conversation; random, and known to this browser only. */
  conversationId: z.uuid(),
  /** A message whose `id` was sent before is not sent again. */
  message: z.strictObject({ id: z.uuid(), text: z.string().regex(/\S/u).max(1_000).trim() }).exactOptional(),
  /** Id of the newest message of the agent that the visitor has. */
  after: z.string().min(1).max(100).exactOptional(),
})

const exchanged = z.strictObject({
  /** False when the chat service did not answer. The browser sends the message again, with the same id. */
  isDelivered: z.boolean(),
  /** Messages of the agent, oldest first. A message may be repeated. */
  messages: z.array(z.strictObject({ id: z.string(), text: z.string() })),
})

export const webChat = {
  exchange: endpoint('webChat.exchange', 'POST /v3/web-chat/messages', {
    auth: 'public',
    summary: 'Send a visitor’s message to the chat service and get the agent’s answers',
    source: 'SH-76, REQ-D-264',
    body: exchange,
    answer: exchanged,
    errors: [403],
    background: true,
  }),
  exchangeAsMember: endpoint('webChat.exchangeAsMember', 'POST /v3/members/{memberNumber}/web-chat/messages', {
    auth: 'member',
    summary: 'Send a member’s message, with the first name, to the chat service and get the agent’s answers',
    source: 'SH-76, REQ-D-264',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    body: exchange,
    answer: exchanged,
    errors: [401, 403, 404],
    background: true,
  }),
}

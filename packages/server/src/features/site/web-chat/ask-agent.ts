import type { BodyOf, AnswerOf } from '@coopline/contract/endpoint'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { webChat } from '@coopline/contract/site/web-chat/web-chat.contract'
import { z } from 'zod'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { postOutside } from '../../../platform/outbound/post-outside.ts'

type Exchange = BodyOf<typeof webChat.exchange>
type Exchanged = AnswerOf<typeof webChat.exchange>

const mostMessages = 50
const mostAnswerBytes = 262_144
/** Calls to the chat service at a time, per process. One that does not answer holds a call for ten seconds. */
const mostAtOnce = 40

/** The response of the chat service (docs/WEB-CHAT.md). Other fields are ignored. */
const agentAnswer = z.object({
  messages: z.array(z.object({ id: z.string().min(1).max(100), text: z.string().max(4_000) })).max(mostMessages),
})

const unanswered: Exchanged = { isDelivered: false, messages: [] }

const offersWebChat = ({ WebChatEnabled, webChatSetting }: Settings): boolean =>
  WebChatEnabled && webChatSetting.apiUrl !== ''

let underWay = 0

/**
 * Passes a visitor's message to the chat service and answers what its agent says. Nothing is stored: the browser repeats a
 * message until it is delivered, and the service drops a repeated id (decision 0281).
 *
 * @param findFirstName of the member who is signed in; asked only when there is a message.
 * @throws NotAllowed where the cooperative has no chat, TooManyAttempts for too many messages.
 */
export async function askAgent(
  deps: Pick<Deps, 'clock' | 'db' | 'env' | 'keys' | 'log' | 'settings'>,
  request: RequestFacts,
  { conversationId, message, after }: Exchange,
  findFirstName: () => Promise<string> = async () => '',
): Promise<Exchanged> {
  const settings = deps.settings.current()
  if (!offersWebChat(settings)) throw new NotAllowed('There is no web chat')
  if (underWay >= mostAtOnce) return unanswered
  underWay += 1
  try {
    if (message !== undefined)
      await limitVisitor(deps, request, { kind: 'web-chat.message', limit: settings.webChatMessagesPerHour })
    const { apiUrl, coopId, userName } = settings.webChatSetting
    const body = JSON.stringify({
      coopId,
      conversationId,
      language: request.language,
      ...(message !== undefined && { userName: (await findFirstName()) || userName }),
      messages: message === undefined ? [] : [message],
      after: after ?? null,
    })
    return await callAgent(deps, new URL(apiUrl, deps.env.PUBLIC_ORIGIN).href, body)
  } finally {
    underWay -= 1
  }
}

async function callAgent({ env, log }: Pick<Deps, 'env' | 'log'>, address: string, body: string): Promise<Exchanged> {
  try {
    const answer = await postOutside(address, { contentType: 'application/json', body, mostAnswerBytes }, env)
    if (answer.status < 200 || answer.status > 299) throw new Error(`answered ${answer.status}`)
    const { messages } = agentAnswer.parse(JSON.parse(answer.body))
    return { isDelivered: true, messages: messages.map(({ id, text }) => ({ id, text })) }
  } catch (error) {
    // The message stays out of the log: a parser's error would quote it.
    const reason = error instanceof SyntaxError || error instanceof z.ZodError ? 'not of the documented form' : error
    log.warn({ reason: reason instanceof Error ? reason.message : reason }, 'The chat service did not answer')
    return unanswered
  }
}

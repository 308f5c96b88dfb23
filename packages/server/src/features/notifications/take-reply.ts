import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/notifications/notifications.contract'
import { paths } from '@coopline/contract/paths'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Reply, readReply } from '@coopline/rules/notifications/read-reply'
import { topics, topicsOf } from '@coopline/rules/notifications/topics'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Caller, RequestFacts } from '../../platform/http/call.ts'
import { checkSignedCall } from '../../platform/http/check-signed-call.ts'
import { checkForForgery } from '../../platform/http/check-for-forgery.ts'
import { deliverMessagesJob } from '../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../platform/messages/message.store.ts'
import { languageOfPhone, silenceTexts, startPhone, stopPhone } from './choices.store.ts'
import { recordChange } from './record-change.ts'
import { helpAnswer, startAnswer, stopAnswer } from './reply.messages.ts'

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Proves the text-message service by its signature over the raw body. @throws as `checkForForgery`. */
export async function checkTextService(request: RequestFacts, deps: Deps): Promise<Caller> {
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, request.header(name)]))
  await checkForForgery(deps, request, 'notifications.reply-refused', () =>
    checkSignedCall(headers, request.rawBody, deps.env.TEXT_MESSAGE_SIGNING_KEYS ?? [], deps.clock.now()),
  )
  return { kind: 'text-service' }
}

/**
 * Processes a reply to a text message. STOP applies to the number, for every member who has it as a contact. Each reply gets
 * one answer, by its event id, even when it is delivered again.
 */
export async function takeReply(
  deps: Deps,
  facts: RequestFacts,
  { from, text }: BodyOf<typeof notifications.takeReply>,
): Promise<AnswerOf<typeof notifications.takeReply>> {
  const reply = readReply(text)
  if (reply === null) return { understood: 'nothing' }
  const digits = from.slice(2)
  await inTransaction(deps.db, async (tx) => {
    const language = await languageOfPhone(tx, digits)
    const { coopName } = deps.settings.current()
    const isFirst = await insertMessage(tx, {
      dedupeKey: `text-reply:${facts.header('webhook-id') ?? facts.id}`,
      channel: 'text',
      recipient: digits,
      subject: '',
      bodyText: `${coopName}: ${answerTo(deps, reply, language)}`,
      language,
      now: deps.clock.now(),
    })
    if (!isFirst) return
    await act(tx, deps, facts, digits, reply)
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  })
  return { understood: reply.kind }
}

function answerTo(deps: Pick<Deps, 'settings' | 'env'>, reply: Reply, language: Language): string {
  if (reply.kind === 'stop') return stopAnswer(reply.word, language)
  if (reply.kind === 'start') return startAnswer(language)
  const address = `${deps.env.PUBLIC_ORIGIN}${paths.manageNotifications()}`
  return helpAnswer({ phone: deps.settings.current().phoneNumber, address }, language)
}

async function act(tx: Tx, deps: Deps, facts: RequestFacts, digits: string, reply: Reply): Promise<void> {
  const now = deps.clock.now()
  if (reply.kind === 'help') return
  if (reply.kind === 'start') await startPhone(tx, digits)
  else {
    if (reply.word === null) await stopPhone(tx, digits, now)
    const ended = reply.word === null ? topics : topicsOf(reply.word)
    for (const { memberNumber, about, topics: silenced } of await silenceTexts(tx, digits, ended, now))
      await recordChange(tx, {
        kind: 'notifications.texts-stopped',
        memberNumber,
        accountNumber: about === 'login' ? undefined : about,
        now,
        requestId: facts.id,
        body: { about, topics: silenced, channel: 'text' },
        detail: { topics: silenced.join(' ') },
      })
  }
  await recordAudit(tx, {
    kind: reply.kind === 'start' ? 'notifications.phone-started' : 'notifications.phone-stopped',
    at: now,
    requestId: facts.id,
    detail: { word: reply.kind === 'stop' ? reply.word : null },
  })
}

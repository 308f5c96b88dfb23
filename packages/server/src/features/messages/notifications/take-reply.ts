import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { paths } from '@coopline/contract/paths'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Reply, readReply } from '@coopline/rules/messages/notifications/read-reply'
import { buildTextMessage } from '@coopline/rules/messages/notifications/text-parts'
import { topics, topicsOf } from '@coopline/rules/messages/notifications/topics'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { checkSignedCall } from '../../../platform/http/check-signed-call.ts'
import { checkForForgery } from '../../../platform/http/check-for-forgery.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { deleteWaitingTexts, insertMessage, textReplyKey } from '../../../platform/messages/message.store.ts'
import { answerOutageText, outageHelp, outageWhatToSend, recordTextReport } from '../../service/outage/public.ts'
import {
  isOptedOutPhone,
  languageOfPhone,
  listMembersOfPhone,
  silenceTexts,
  startPhone,
  stopPhone,
} from './choices.store.ts'
import { recordChange } from './record-change.ts'
import { helpAnswer, startAnswer, stopAnswer } from './reply.messages.ts'

const signedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** Proves the text-message service by its signature over the raw body. @throws as `checkForForgery`. */
export async function checkTextService(deps: Deps, request: RequestFacts): Promise<CallerOf<'text-service'>> {
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, request.header(name)]))
  await checkForForgery(deps, request, 'notifications.reply-refused', () =>
    checkSignedCall(headers, request.rawBody, deps.env.TEXT_MESSAGE_SIGNING_KEYS ?? [], deps.clock.now()),
  )
  return { kind: 'text-service' }
}

/** Messages that this portal answers per phone number and hour: another machine may answer ours. */
const answersPerHour = 20

/**
 * Processes a text message. STOP applies to the number, for every member who has it as a contact. Each message gets one answer,
 * by its event id, even when it is delivered again. A number that sent STOP gets no answer to OUT and STATUS, and an unknown number
 * one a day.
 */
export async function takeReply(
  deps: Deps,
  facts: RequestFacts,
  { from, text }: BodyOf<typeof notifications.takeReply>,
): Promise<AnswerOf<typeof notifications.takeReply>> {
  const reply = readReply(text)
  const isAboutPower = reply?.kind === 'about-power'
  if (reply === null || ((isAboutPower || isAboutOutage(reply)) && !deps.settings.current().Outage))
    return { understood: 'nothing' }
  const digits = from.slice(2)
  if (isAboutPower) {
    await inTransaction(deps.db, async (tx) => answerWhatToSend(deps, tx, facts, digits))
    return { understood: 'nothing' }
  }
  await inTransaction(deps.db, async (tx) => {
    const language = await languageOfPhone(tx, digits)
    if (isAboutOutage(reply)) return takeOutageText(deps, tx, facts, { digits, language, reply })
    if (!(await answer(deps, tx, facts, { digits, language, text: answerTo(deps, reply, language) }))) return
    await act(deps, tx, facts, digits, reply)
  })
  return { understood: reply.kind }
}

/** Unclear messages that are answered per phone number and day: another machine may answer ours. */
const whatToSendPerDay = 3

/** Answers a message about power that this portal does not understand with the words that it does. */
async function answerWhatToSend(deps: Deps, tx: Tx, facts: RequestFacts, digits: string): Promise<void> {
  const counted = await recordAttempt(
    tx,
    {
      kind: 'notifications.unclear-text',
      subject: clientSubject(deps.keys, digits),
      windowSeconds: 86_400,
      limit: whatToSendPerDay,
    },
    deps.clock.now(),
  )
  if (!counted.allowed || (await isOptedOutPhone(tx, digits))) return
  const language = await languageOfPhone(tx, digits)
  await answer(deps, tx, facts, { digits, language, text: outageWhatToSend(deps, language) })
}

type PlainReply = Exclude<Reply, OutageReply | { readonly kind: 'about-power' }>

type OutageReply = Extract<Reply, { readonly kind: 'out' | 'status' }>

const isAboutOutage = (reply: Exclude<Reply, { readonly kind: 'about-power' }>): reply is OutageReply =>
  reply.kind === 'out' || reply.kind === 'status'

interface Answer {
  readonly digits: string
  readonly language: Language
  readonly text: string
}

const answerKey = (facts: RequestFacts): string => textReplyKey(facts.header('webhook-id') ?? facts.id)

/** Sends the answer to a text message. @returns false when the message was answered before. */
async function answer(deps: Deps, tx: Tx, facts: RequestFacts, { digits, language, text }: Answer): Promise<boolean> {
  const isFirst = await insertMessage(tx, {
    dedupeKey: answerKey(facts),
    channel: 'text',
    recipient: digits,
    subject: '',
    bodyText: buildTextMessage(deps.settings.current().coopName, text),
    language,
    now: deps.clock.now(),
  })
  if (isFirst) await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  return isFirst
}

/** Answers OUT or STATUS and records the outage that OUT reports (REQ-D-388). */
async function takeOutageText(
  deps: Deps,
  tx: Tx,
  facts: RequestFacts,
  { digits, language, reply }: Omit<Answer, 'text'> & { readonly reply: OutageReply },
): Promise<void> {
  const memberNumbers = await listMembersOfPhone(tx, digits)
  const isKnown = memberNumbers.length > 0
  const counted = await recordAttempt(
    tx,
    {
      kind: isKnown ? 'notifications.outage-text' : 'notifications.unknown-text',
      subject: clientSubject(deps.keys, digits),
      windowSeconds: isKnown ? 3_600 : 86_400,
      limit: isKnown ? answersPerHour : 1,
    },
    deps.clock.now(),
  )
  if (!counted.allowed) return
  const { text, report } = await answerOutageText(deps, tx, { ...reply, memberNumbers, language })
  const isStopped = await isOptedOutPhone(tx, digits)
  if (!isStopped && !(await answer(deps, tx, facts, { digits, language, text }))) return
  if (report !== null) await recordTextReport(deps, tx, report, facts.id)
}

function answerTo(deps: Pick<Deps, 'settings' | 'env'>, reply: PlainReply, language: Language): string {
  if (reply.kind === 'stop') return stopAnswer(reply.word, language)
  if (reply.kind === 'start') return startAnswer(language)
  const address = `${deps.env.PUBLIC_ORIGIN}${paths.manageNotifications()}`
  const { phoneNumber: phone } = deps.settings.current()
  return helpAnswer({ phone, address }, language) + outageHelp(deps, language)
}

async function act(deps: Deps, tx: Tx, facts: RequestFacts, digits: string, reply: PlainReply): Promise<void> {
  const now = deps.clock.now()
  if (reply.kind === 'help') return
  if (reply.kind === 'start') await startPhone(tx, digits)
  else {
    if (reply.word === null) {
      await stopPhone(tx, digits, now)
      await deleteWaitingTexts(tx, digits, answerKey(facts))
    }
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

import { paths } from '@coopline/contract/paths'
import type { Language } from '@coopline/rules/kernel/problem'
import { buildTextMessage } from '@coopline/rules/messages/notifications/text-parts'
import { type Topic, topicRules } from '@coopline/rules/messages/notifications/topics'
import type { LinkTask } from '@coopline/rules/paying/task-links/task-link.messages'
import type { Tx } from '../db/open-database.ts'
import type { Deps } from '../deps.ts'
import { insertMessages, type NewMessage } from '../messages/message.store.ts'
import {
  findRecipient,
  findRecipients,
  insertTaskLinks,
  insertUnsubscribeLinks,
  type NoticeRecipient,
} from './notice.store.ts'
import { mailFooter, textFooter } from './notice-frame.messages.ts'
import { offersNotifications } from './offers-notifications.ts'
import { buildTaskLink } from './task-link.ts'
import { buildUnsubscribeLink } from './unsubscribe-link.ts'

/** The texts of a notice in the recipient's language. They never hold a full account number: email is not confidential. */
export interface NoticeText {
  readonly subject: string
  /** Lines of the email. The portal adds how to unsubscribe. */
  readonly bodyText: string
  /** The text message, short, without the cooperative's name. The portal adds how to stop it. */
  readonly text: string
}

export interface Notice {
  readonly topic: Topic
  /** Names what causes the notice (`receipt:T123`), which is sent once however often that is reported. */
  readonly dedupeKey: string
  /** The task that a link in the notice opens without a sign-in. Only emails contain links to pay a bill. */
  readonly task?: LinkTask | undefined
  /** @param taskLink the address of that link; `undefined` without a task. */
  readonly compose: (language: Language, taskLink?: string) => NoticeText
}

export type NoticeDeps = Pick<Deps, 'env' | 'random' | 'clock' | 'settings'>

/** An account, and the member whom the notice is about: an import may have moved the account to another member since. */
export interface AccountOfMember {
  readonly memberNumber: string
  readonly accountNumber: string
}

/**
 * Notifies a member about an account, by email and text as they chose, in the transaction that causes the notice. Every slice
 * notifies members of an account's matters through this function.
 *
 * @returns false when the cooperative does not offer notifications or the member has no login.
 */
export async function notifyAccount(
  deps: NoticeDeps,
  tx: Tx,
  account: AccountOfMember,
  notice: Notice,
): Promise<boolean> {
  const recipient = await findAccountRecipient(deps, tx, account, notice.topic)
  if (recipient === undefined) return false
  await writeNotice(deps, tx, recipient, notice)
  return true
}

/**
 * Finds the recipient of a topic about an account, for callers that need it before they write the notice; `undefined` when
 * notifications are off or the member has no login.
 */
export const findAccountRecipient = async (
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  account: AccountOfMember,
  topic: Topic,
): Promise<NoticeRecipient | undefined> => (await findAccountRecipients(deps, tx, [account], topic))[0]

/**
 * Finds the recipients of a topic about many accounts, in the order of the accounts; `undefined` for members without a
 * login. The list is empty when notifications are off.
 */
export const findAccountRecipients = async (
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  accounts: readonly AccountOfMember[],
  topic: Topic,
): Promise<readonly (NoticeRecipient | undefined)[]> =>
  offersNotifications(deps.settings.current())
    ? findRecipients(
        tx,
        accounts.map(({ memberNumber, accountNumber: about }) => ({ memberNumber, about, topic })),
      )
    : []

/** Returns the priority of notices on a topic. Imports, readings and outages notify many members at once. */
function priorityOf(topic: Topic): NonNullable<NewMessage['priority']> {
  const { word } = topicRules[topic]
  if (word === 'power') return 'storm'
  // Members wait for a reconnection, and a disconnection may be hours away.
  return word === 'bill' || word === 'usage' || topic === 'prepaid-low' ? 'bulk' : 'normal'
}

/** Writes a notice to the outbox, once for each channel that the recipient chose. */
export async function writeNotice(deps: NoticeDeps, tx: Tx, recipient: NoticeRecipient, notice: Notice): Promise<void> {
  await writeNotices(deps, tx, [{ recipient, notice }])
}

/** Notifies many members, each about an account of theirs, in a few statements; those without a login get nothing. */
export async function notifyMembers(
  deps: NoticeDeps,
  tx: Tx,
  notices: readonly (Notice & { readonly memberNumber: string; readonly accountNumber: string })[],
): Promise<void> {
  if (notices.length === 0) return
  const subjects = notices.map(({ memberNumber, accountNumber: about, topic }) => ({ memberNumber, about, topic }))
  const recipients = await findRecipients(tx, subjects)
  const addressed = notices.flatMap((notice, index) => {
    const recipient = recipients[index]
    return recipient === undefined ? [] : [{ recipient, notice }]
  })
  await writeNotices(deps, tx, addressed)
}

export interface AddressedNotice {
  readonly recipient: NoticeRecipient
  readonly notice: Notice
}

/** Writes many notices to the outbox in three statements, each once for each channel that its recipient chose. */
export async function writeNotices(deps: NoticeDeps, tx: Tx, notices: readonly AddressedNotice[]): Promise<void> {
  const tasks = new Map(
    notices.flatMap((one) => {
      const { recipient, notice } = one
      const isSent = recipient.email !== null || (notice.task === 'see-outage' && recipient.phone !== null)
      return notice.task !== undefined && isSent ? [[one, buildTaskLink(deps, notice.task, recipient)] as const] : []
    }),
  )
  await insertTaskLinks(
    tx,
    [...tasks.values()].map(({ row }) => row),
  )
  const byEmail = notices.filter(({ recipient }) => recipient.email !== null)
  const links = new Map(byEmail.map((one) => [one, buildUnsubscribeLink(deps, one.recipient)]))
  await insertUnsubscribeLinks(
    tx,
    [...links.values()].map(({ row }) => row),
  )
  await insertMessages(
    tx,
    notices.flatMap((one) =>
      buildMessages(deps, one, { unsubscribe: links.get(one)?.address, task: tasks.get(one)?.address }),
    ),
  )
}

function buildMessages(
  deps: NoticeDeps,
  { recipient, notice }: AddressedNotice,
  {
    unsubscribe: unsubscribeUrl,
    task,
  }: { readonly unsubscribe: string | undefined; readonly task: string | undefined },
): readonly NewMessage[] {
  if (recipient.email === null && recipient.phone === null) return []
  const { subject, bodyText, text } = notice.compose(recipient.language, task)
  const ofText = buildText(deps, recipient, notice, text)
  if (recipient.email === null || unsubscribeUrl === undefined) return ofText
  const { language } = recipient
  const links = { settings: `${deps.env.PUBLIC_ORIGIN}${paths.manageNotifications()}`, unsubscribe: unsubscribeUrl }
  const mail: NewMessage = {
    dedupeKey: notice.dedupeKey,
    channel: 'email',
    recipient: recipient.email,
    subject,
    bodyText: `${bodyText.trimEnd()}\n\n${mailFooter(links, language)}`,
    language,
    now: deps.clock.now(),
    unsubscribeUrl,
    priority: priorityOf(notice.topic),
  }
  return [mail, ...ofText]
}

/**
 * Notifies a member by text that their login changed, if they chose texts. The email about it cannot be turned off and is
 * sent by `notifyMember` of sign-in.
 */
export async function notifyLoginByText(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  memberNumber: string,
  notice: Pick<Notice, 'dedupeKey'> & { readonly text: (language: Language) => string },
): Promise<void> {
  if (!offersNotifications(deps.settings.current())) return
  const recipient = await findRecipient(tx, memberNumber, 'login', 'security')
  if (recipient !== undefined)
    await insertMessages(tx, buildText(deps, recipient, notice, notice.text(recipient.language)))
}

function buildText(
  deps: Pick<Deps, 'clock' | 'settings'>,
  recipient: NoticeRecipient,
  { dedupeKey }: Pick<Notice, 'dedupeKey'>,
  text: string,
): readonly NewMessage[] {
  const { coopName, smsEnabled } = deps.settings.current()
  if (recipient.phone === null || !smsEnabled) return []
  return [
    {
      dedupeKey: `${dedupeKey}:text`,
      channel: 'text',
      recipient: recipient.phone,
      subject: '',
      bodyText: buildTextMessage(coopName, text, textFooter(topicRules[recipient.topic].word, recipient.language)),
      language: recipient.language,
      now: deps.clock.now(),
      priority: priorityOf(recipient.topic),
    },
  ]
}

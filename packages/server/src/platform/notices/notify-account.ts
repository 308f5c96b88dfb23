import { paths } from '@coopline/contract/paths'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Topic, topicRules } from '@coopline/rules/notifications/topics'
import type { Tx } from '../db/open-database.ts'
import type { Deps } from '../deps.ts'
import { insertMessages, type NewMessage } from '../messages/message.store.ts'
import { findReader, findReaderOfAccount, findReaders, type Reader } from './notice.store.ts'
import { htmlFooter, mailFooter, textFooter } from './notice-frame.messages.ts'
import { offersNotifications } from './offers-notifications.ts'
import { unsubscribeLink } from './unsubscribe-link.ts'

/** The words of a notice in the reader's language. No account number in full: a mail is no safe place. */
export interface NoticeText {
  readonly subject: string
  /** Lines of the mail. How to stop such mails is added. */
  readonly bodyText: string
  readonly bodyHtml: string | null
  /** The text message, short, without the cooperative's name. How to stop it is added. */
  readonly text: string
}

export interface Notice {
  readonly topic: Topic
  /** Names the occasion (`receipt:T123`): it is told once, however often it is reported. */
  readonly occasion: string
  readonly compose: (language: Language) => NoticeText
}

type NoticeDeps = Pick<Deps, 'env' | 'keys' | 'clock' | 'settings'>

/**
 * Tells the holder of an account, by e-mail and text as they have chosen, in the transaction that causes it. This is the one
 * door through which every slice tells members of accounts.
 *
 * @returns false when the cooperative does not offer notifications or nobody has a login for the account.
 */
export async function notifyAccount(tx: Tx, deps: NoticeDeps, accountNumber: string, notice: Notice): Promise<boolean> {
  const reader = await findAccountReader(tx, deps, accountNumber, notice.topic)
  if (reader === undefined) return false
  await writeNotice(tx, deps, reader, notice)
  return true
}

/** Who is told of a topic about an account, for who must know before it is written; `undefined`: nobody can be. */
export const findAccountReader = async (
  tx: Tx,
  deps: Pick<Deps, 'settings'>,
  accountNumber: string,
  topic: Topic,
): Promise<Reader | undefined> =>
  offersNotifications(deps.settings.current()) ? findReaderOfAccount(tx, accountNumber, topic) : undefined

/** Imports and outages make notices for many members at once. */
const priorityOf = (topic: Topic) => (['bill', 'power'].includes(topicRules[topic].word) ? 'bulk' : 'normal')

/** Puts what a reader is to be told into the outbox, for each channel that they have chosen. */
export async function writeNotice(tx: Tx, deps: NoticeDeps, reader: Reader, notice: Notice): Promise<void> {
  await insertMessages(tx, buildMessages(deps, reader, notice))
}

/** Notifies many members, each about an account of theirs, in a few statements; those without a login get nothing. */
export async function notifyMembers(
  tx: Tx,
  deps: NoticeDeps,
  notices: readonly (Notice & { readonly memberNumber: string; readonly accountNumber: string })[],
): Promise<void> {
  if (notices.length === 0) return
  const subjects = notices.map(({ memberNumber, accountNumber: about, topic }) => ({ memberNumber, about, topic }))
  const readers = await findReaders(tx, subjects)
  const messages = notices.flatMap((notice, index) => {
    const reader = readers[index]
    return reader === undefined ? [] : buildMessages(deps, reader, notice)
  })
  await insertMessages(tx, messages)
}

function buildMessages(deps: NoticeDeps, reader: Reader, notice: Notice): readonly NewMessage[] {
  if (reader.email === null && reader.phone === null) return []
  const { subject, bodyText, bodyHtml, text } = notice.compose(reader.language)
  const ofText = buildText(deps, reader, notice, text)
  if (reader.email === null) return ofText
  const { language } = reader
  const unsubscribeUrl = unsubscribeLink(deps, { ...reader, accountNumber: reader.about })
  const links = { settings: `${deps.env.PUBLIC_ORIGIN}${paths.manageNotifications()}`, unsubscribe: unsubscribeUrl }
  const mail: NewMessage = {
    dedupeKey: notice.occasion,
    channel: 'email',
    recipient: reader.email,
    subject,
    bodyText: `${bodyText.trimEnd()}\n\n${mailFooter(links, language)}`,
    bodyHtml: bodyHtml === null ? null : bodyHtml + htmlFooter(links, language),
    language,
    now: deps.clock.now(),
    unsubscribeUrl,
    priority: priorityOf(notice.topic),
  }
  return [mail, ...ofText]
}

/**
 * Tells a member by text that something about their login has changed, when they have chosen so. The e-mail about it is
 * not chosen and goes out in any case (`notifyMember` of sign-in).
 */
export async function notifyLoginByText(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  memberNumber: string,
  notice: Pick<Notice, 'occasion'> & { readonly text: (language: Language) => string },
): Promise<void> {
  if (!offersNotifications(deps.settings.current())) return
  const reader = await findReader(tx, memberNumber, 'login', 'security')
  if (reader !== undefined) await insertMessages(tx, buildText(deps, reader, notice, notice.text(reader.language)))
}

function buildText(
  deps: Pick<Deps, 'clock' | 'settings'>,
  reader: Reader,
  { occasion }: Pick<Notice, 'occasion'>,
  text: string,
): readonly NewMessage[] {
  const { coopName, smsEnabled } = deps.settings.current()
  if (reader.phone === null || !smsEnabled) return []
  return [
    {
      dedupeKey: `${occasion}:text`,
      channel: 'text',
      recipient: reader.phone,
      subject: '',
      bodyText: `${coopName}: ${text} ${textFooter(topicRules[reader.topic].word, reader.language)}`,
      bodyHtml: null,
      language: reader.language,
      now: deps.clock.now(),
      priority: priorityOf(reader.topic),
    },
  ]
}

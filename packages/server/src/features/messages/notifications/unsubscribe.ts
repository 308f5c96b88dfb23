import type { AnswerOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { lastFour } from '@coopline/rules/kernel/digits'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { topicRules } from '@coopline/rules/messages/notifications/topics'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import type { Unsubscription } from '../../../platform/notices/notice.store.ts'
import { isLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { saveChoices } from './choices.store.ts'
import { recordChange } from './record-change.ts'
import { findChoice, findUnsubscription, isEndedBy, noteEnded, restoreEnded } from './unsubscribe.store.ts'

type Answer = AnswerOf<typeof notifications.unsubscribe>

/**
 * Returns the subject of an unsubscribe link, and whether its emails have ended.
 *
 * @throws Refused for an invalid link.
 */
export async function checkUnsubscribe(deps: Deps, token: string): Promise<Answer> {
  return toAnswer(deps.db, await loadLink(deps, token))
}

/**
 * Turns off emails of one topic about one account, for the owner of the link in such an email. It is idempotent.
 *
 * @throws Refused for an invalid link.
 */
export async function unsubscribe(deps: Deps, facts: RequestFacts, token: string): Promise<Answer> {
  const link = await loadLink(deps, token)
  const { memberNumber, about, topic, idHash } = link
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const { byEmail, byText } = await findChoice(tx, memberNumber, about, topic)
    if (byEmail) {
      await saveChoices(tx, { memberNumber, about, now }, [{ topic, byEmail: false, byText }])
      await noteEnded(tx, idHash, now)
      await recordEmails(tx, 'notifications.unsubscribed', link, facts, now)
    }
    return toAnswer(tx, link)
  })
}

/**
 * Turns emails on again that the same link turned off, unless the member has changed the choice since. It is idempotent.
 *
 * @throws Refused for an invalid link.
 */
export async function undoUnsubscribe(deps: Deps, facts: RequestFacts, token: string): Promise<Answer> {
  const link = await loadLink(deps, token)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const isRestored = await restoreEnded(tx, link.idHash, now)
    if (isRestored) await recordEmails(tx, 'notifications.resubscribed', link, facts, now)
    return toAnswer(tx, link)
  })
}

interface Link extends Unsubscription {
  readonly idHash: Uint8Array
}

async function toAnswer(executor: Executor, { memberNumber, about, topic, idHash }: Link): Promise<Answer> {
  const { byEmail } = await findChoice(executor, memberNumber, about, topic)
  const canUndo = !byEmail && (await isEndedBy(executor, idHash))
  return { topic, accountEnding: lastFour(about), isOn: byEmail, canUndo }
}

const recordEmails = async (
  tx: Tx,
  kind: 'notifications.unsubscribed' | 'notifications.resubscribed',
  { memberNumber, about, topic }: Link,
  facts: RequestFacts,
  now: Date,
): Promise<void> =>
  recordChange(tx, {
    kind,
    memberNumber,
    accountNumber: about,
    now,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    body: { topic, channel: 'email' },
    detail: { topic },
  })

async function loadLink({ db, clock }: Deps, token: string): Promise<Link> {
  const idHash = sha256(token)
  const found = isLinkId(token) ? await findUnsubscription(db, idHash, clock.now()) : undefined
  if (found !== undefined && topicRules[found.topic].byEmail !== 'always') return { ...found, idHash }
  throw new Refused(refusal(notificationMessage, 'link-not-good'))
}

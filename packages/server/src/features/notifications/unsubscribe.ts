import type { AnswerOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/notifications/notifications.contract'
import { lastFour } from '@coopline/rules/kernel/digits'
import { notificationMessage } from '@coopline/rules/notifications/notifications.messages'
import { topicRules } from '@coopline/rules/notifications/topics'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { RuleRefused } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { findChoice, findUnsubscription, type Unsubscription } from '../../platform/notices/notice.store.ts'
import { isLinkId } from '../../platform/random.ts'
import { sha256 } from '../../platform/secrets/split-token.ts'
import { saveChoices } from './choices.store.ts'
import { recordChange } from './record-change.ts'

type Answer = AnswerOf<typeof notifications.unsubscribe>

/** What a link would end. @throws RuleRefused for an invalid link. */
export async function checkUnsubscribe(deps: Deps, facts: RequestFacts, token: string): Promise<Answer> {
  const { memberNumber, about, topic } = await loadLink(deps, facts, token)
  const { byEmail } = await findChoice(deps.db, memberNumber, about, topic)
  return { topic, accountEnding: lastFour(about), isOn: byEmail }
}

/**
 * Turns off emails of one topic about one account, for the owner of the link in such an email. It is idempotent.
 *
 * @throws RuleRefused for an invalid link.
 */
export async function unsubscribe(deps: Deps, facts: RequestFacts, token: string): Promise<Answer> {
  const { memberNumber, about, topic } = await loadLink(deps, facts, token)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { byEmail, byText } = await findChoice(tx, memberNumber, about, topic)
    if (!byEmail) return
    await saveChoices(tx, { memberNumber, about, now }, [{ topic, byEmail: false, byText }])
    await recordChange(tx, {
      kind: 'notifications.unsubscribed',
      memberNumber,
      accountNumber: about,
      now,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      body: { topic, channel: 'email' },
      detail: { topic },
    })
  })
  return { topic, accountEnding: lastFour(about), isOn: false }
}

async function loadLink({ db, clock }: Deps, facts: RequestFacts, token: string): Promise<Unsubscription> {
  const found = isLinkId(token) ? await findUnsubscription(db, sha256(token), clock.now()) : undefined
  if (found !== undefined && topicRules[found.topic].byEmail !== 'always') return found
  throw new RuleRefused([{ code: 'link-not-good', message: notificationMessage('link-not-good', facts.language) }])
}

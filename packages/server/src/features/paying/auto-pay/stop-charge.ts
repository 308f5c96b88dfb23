import type { AnswerOf } from '@coopline/contract/endpoint'
import type { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { autopayText } from '@coopline/rules/paying/auto-pay/auto-pay.messages'
import { lastFour } from '@coopline/rules/kernel/digits'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { isLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type Charge, lockChargeByLink, updateCharge } from './auto-pay.store.ts'

type Answer = AnswerOf<(typeof autoPay)['stop']>

const shown = ({ accountNumber, amount, chargeOn, state }: Charge): Answer => ({
  accountEnding: lastFour(accountNumber),
  amount,
  chargeOn,
  isStopped: state === 'stopped',
})

/** Returns the charge that a link would stop. @throws Refused for an invalid link. */
export const checkStop = async (deps: Deps, token: string): Promise<Answer> =>
  inTransaction(deps.db, async (tx) => shown(await loadCharge(tx, token)))

/**
 * Stops one charge, for the owner of the link in its notice. It is idempotent.
 *
 * @throws Refused for an invalid link; Conflict once the charge is made or under way.
 */
export async function stopCharge(deps: Deps, facts: RequestFacts, token: string): Promise<Answer> {
  return inTransaction(deps.db, async (tx) => {
    const charge = await loadCharge(tx, token)
    if (charge.state === 'stopped') return shown(charge)
    if (charge.state !== 'waiting' || charge.outcome !== '')
      throw new Conflict(new Refusal('too-late', (language) => autopayText('tooLate', language)))
    const { accountNumber, memberNumber, dueDate, amount } = charge
    const now = deps.clock.now()
    await updateCharge(tx, charge, { state: 'stopped', outcome: 'by-link' })
    const body = { memberNumber, accountNumber, dueDate, amount }
    await insertEvent(tx, { accountNumber, kind: 'autopay.charge-stopped', body, now })
    await recordAudit(tx, {
      kind: 'autopay.charge-stopped',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { dueDate },
    })
    return shown({ ...charge, state: 'stopped' })
  })
}

async function loadCharge(tx: Tx, token: string): Promise<Charge> {
  const charge = isLinkId(token) ? await lockChargeByLink(tx, sha256(token)) : undefined
  if (charge !== undefined) return charge
  throw new Refused(new Refusal('link-not-good', (language) => autopayText('linkNotGood', language)))
}

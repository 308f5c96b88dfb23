import { announcedDaysAhead, chargeObstacle, planCharge } from '@coopline/rules/paying/auto-pay/auto-pay'
import { addDays, calendarDateIn, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { randomLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { todayOf } from '../../../platform/today.ts'
import { owedOn } from '../../accounts/accounts/public.ts'
import {
  feeOn,
  feeTermsOf,
  findStoredMethod,
  lastingProblemOf,
  listDeferred,
  type StoredMethod,
} from '../payments/public.ts'
import { type AutopayAccount, insertCharge, listAccountsToPlan } from './auto-pay.store.ts'
import { notifyComing, notifyNotCharged } from './notify-autopay.ts'

export const announceChargesJob = scheduledJob('auto-pay.announce-charges', '10 * * * *', announceCharges)

const windowSize = 500

/** Notifies members two days ahead of AutoPay charges, once for each due date of an account. Reads accounts by windows. @internal */
export async function announceCharges(deps: Deps): Promise<void> {
  const { Autopay: isOffered } = deps.settings.current()
  if (!isOffered) return
  const today = todayOf(deps)
  await failAfterLast(deps.log, async (take) => {
    let after: string | null = ''
    while (after !== null) {
      const { accounts, next }: Awaited<ReturnType<typeof listAccountsToPlan>> = await listAccountsToPlan(
        deps.db,
        { today, lastDay: addDays(today, announcedDaysAhead) },
        after,
        windowSize,
      )
      for (const account of accounts) await take([account], async () => announce(deps, account, today))
      after = next
    }
  })
}

/** Finds the reason why AutoPay will not charge the bill. A charge that is refused on its day would leave the member no time to pay. */
const obstacleOf = (deps: Pick<Deps, 'gateways'>, account: AutopayAccount, method: StoredMethod) =>
  chargeObstacle(account) ?? lastingProblemOf(deps, method)

async function announce(deps: Deps, account: AutopayAccount, today: CalendarDate): Promise<void> {
  const { enrollment, accountNumber, memberNumber, dueDate } = account
  if (enrollment === null || dueDate === null) return
  const settings = deps.settings.current()
  const changedOn = calendarDateIn(settings.timeZone, enrollment.changedAt)
  const planOf = (owed: Cents) => planCharge({ ...enrollment, changedOn }, { owed, dueDate }, today)
  const whole = planOf(owedOn(account))
  if (whole === null) return
  // An arrangement may defer a part of the amount past the day of the charge.
  const deferred = (await listDeferred(deps.db, [accountNumber], whole.chargeOn)).get(accountNumber)
  const plan = planOf(subtractCents(whole.amount, deferred ?? zeroCents))
  if (plan === null) return
  const method = await findStoredMethod(deps.db, memberNumber, enrollment.methodId)
  if (method === undefined) return
  const obstacle = obstacleOf(deps, account, method)
  const linkId = randomLinkId(deps.random)
  const { chargeOn, amount, isAboveLimit } = plan
  const feeTerms = feeTermsOf(settings)
  await inTransaction(deps.db, async (tx) => {
    const enrollmentId = await insertCharge(tx, {
      accountNumber,
      dueDate,
      memberNumber,
      methodId: method.methodId,
      chargeOn,
      amount,
      state: obstacle !== null ? 'stopped' : isAboveLimit ? 'above-limit' : 'waiting',
      outcome: obstacle ?? '',
      linkHash: sha256(linkId),
      feeTerms,
      now: deps.clock.now(),
    })
    if (enrollmentId === undefined) return
    if (obstacle !== null) {
      await notifyNotCharged(deps, tx, { memberNumber, accountNumber }, { enrollmentId, dueDate, reason: obstacle })
      return
    }
    const fee = feeOn(feeTerms, method.paymentType, amount)
    const limit = isAboveLimit ? enrollment.maxAmount : null
    await notifyComing(
      deps,
      tx,
      { memberNumber, accountNumber },
      { enrollmentId, dueDate, chargeOn, amount, fee, method, limit, linkId },
    )
  })
}

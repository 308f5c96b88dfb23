import { addDays, isBefore } from '@coopline/rules/kernel/calendar-date'
import { isBankingDay } from '@coopline/rules/paying/runs/banking-days'
import { lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import { rolledBack } from '../../../platform/db/in-transaction.ts'
import { stopsAll } from '../../../platform/jobs/isolate-failures.ts'
import { silentLog } from '../../../platform/log.ts'
import type { ItemOutcome, RunKind, RunSource } from '../../../platform/runs/run-source.ts'
import { todayOf } from '../../../platform/today.ts'
import { findPaymentsUnderWay, settleUnderWay } from '../payments/public.ts'
import { notifyWaiting, reportMissed } from './notify-held-draft.ts'
import { listPostponed, missedReason, postponedReason } from './runs.store.ts'

/** The longest time, in days, without runs after which members and staff still hear about due dates that waited before it. */
const longestOutageDays = 60

/**
 * Retries due dates that a source recently skipped because an open payment would have covered them, once that payment ends, on
 * banking days only. Unpaid pages of Quick Pay are ended for them, because a stranger may open them again and again (REQ-D-475). While
 * another payment does not end, the member hears once that the draft waits. Two weeks after the due date it waits no longer, and staff
 * get it. One that no run has tried for two weeks is not collected either.
 */
export const postponed = (source: RunSource, name: RunKind): RunSource => ({
  ...source,
  name,
  listDue: async (deps, { runDate }, { after, limit }) => {
    if (!isBankingDay(runDate)) return { due: [], next: undefined }
    const span = { since: addDays(runDate, -longestOutageDays), before: runDate }
    const found = await listPostponed(deps.db, source.name, span, { after: Number(after), limit })
    const oldest = addDays(runDate, -lookBackDays)
    return {
      due: found.map(({ triedOn, ...due }) => ({ ...due, isTooLate: isBefore(triedOn, oldest) })),
      next: found.length < limit ? undefined : String(found.at(-1)?.id),
    }
  },
  prepare: async (deps, due) => {
    try {
      const [outcome] = await rolledBack(deps.db, async (tx) => {
        await source.lock?.(tx, [due])
        return source.settle({ ...deps, log: silentLog }, tx, [due])
      })
      if (outcome?.reason !== postponedReason) return
      const { accountNumber } = due
      const underWay = (await findPaymentsUnderWay(deps.db, [accountNumber])).get(accountNumber)
      // Ending pages does not help while another payment holds up the draft.
      const isHeldUpByPages = underWay !== undefined && underWay.quickPayPages === underWay.payments
      await settleUnderWay(deps, [accountNumber], { endsQuickPay: isHeldUpByPages ? 'all' : undefined })
    } catch (error) {
      if (stopsAll(error)) throw error
      // The payments stay open, and the due date waits for them.
      deps.log.error({ err: error }, 'The payments that hold up a draft are not settled')
    }
  },
  settle: async (deps, tx, due) => {
    const outcomes = await source.settle(deps, tx, due)
    const oldest = addDays(todayOf(deps), -lookBackDays)
    const settled: ItemOutcome[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const one = due[index]
      const isHeldUp = one !== undefined && outcome.reason === postponedReason
      const isMissed = outcome.reason === missedReason || (isHeldUp && isBefore(one.dueDate, oldest))
      if (isMissed && one !== undefined) await reportMissed(deps, tx, one)
      else if (isHeldUp) await notifyWaiting(deps, tx, one)
      settled.push(isMissed ? { state: 'skipped', reason: missedReason } : outcome)
    }
    return settled
  },
})

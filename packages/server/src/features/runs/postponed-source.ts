import { addDays } from '@coopline/rules/kernel/calendar-date'
import { isBankingDay } from '@coopline/rules/runs/banking-days'
import { lookBackDays } from '@coopline/rules/runs/due-drafts'
import type { RunKind, RunSource } from '../../platform/runs/run-source.ts'
import { listPostponed } from './runs.store.ts'

/**
 * What a source has skipped in the last days because an open payment would have covered it: taken up as soon as that payment is over, on
 * a banking day.
 */
export const postponed = (source: RunSource, name: RunKind): RunSource => ({
  ...source,
  name,
  listDue: async (deps, { runDate }, { after, limit }) => {
    if (!isBankingDay(runDate)) return { due: [], next: undefined }
    const span = { since: addDays(runDate, -lookBackDays), before: runDate }
    const due = await listPostponed(deps.db, source.name, span, { after: Number(after), limit })
    return { due, next: due.length < limit ? undefined : String(due.at(-1)?.id) }
  },
})

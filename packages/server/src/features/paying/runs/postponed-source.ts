import { addDays } from '@coopline/rules/kernel/calendar-date'
import { isBankingDay } from '@coopline/rules/paying/runs/banking-days'
import { lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import type { RunKind, RunSource } from '../../../platform/runs/run-source.ts'
import { listPostponed } from './runs.store.ts'

/**
 * Retries due dates that a source recently skipped because an open payment would have covered them, once that payment ends, on
 * banking days only.
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

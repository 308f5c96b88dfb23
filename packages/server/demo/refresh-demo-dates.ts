import { type CalendarDate, daysBetween } from '@coopline/rules/kernel/calendar-date'
import type { Database } from '../src/platform/db/open-database.ts'
import type { DemoFact } from './demo-facts.ts'
import {
  lockDemoState,
  moveBalances,
  moveHistory,
  setBalanceDates,
  setDemoState,
  setDetailDates,
} from './demo.store.ts'
import { namedDates } from './named-details.ts'
import { demoDates } from './named-members.ts'
import { ordinaryAccountNumbers } from './ordinary-member.ts'

/** Moves the dates of the named members so that the facts hold again on `today`. Nothing else of them is changed. */
export async function refreshDemoDates(db: Database, facts: readonly DemoFact[], today: CalendarDate): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const state = await lockDemoState(tx)
    if (state === undefined || state.namedDay === today) return
    const accounts = facts.map((fact) => fact.account)
    await moveHistory(tx, accounts, daysBetween(state.namedDay, today))
    await setBalanceDates(
      tx,
      facts.map((fact) => ({ accountNumber: fact.account, ...demoDates(fact, today) })),
    )
    await setDetailDates(
      tx,
      facts.map((fact) => ({ accountNumber: fact.account, ...namedDates(fact, today) })),
    )
    await setDemoState(tx, { namedDay: today })
  })
}

const membersAtATime = 200

/**
 * Moves the dates of the ordinary members to `today`, a page at a time. An interrupted move continues where it stopped, to
 * its own day, before the next one starts.
 */
export async function moveOrdinaryMembers(db: Database, today: CalendarDate): Promise<void> {
  while (
    await db.transaction().execute(async (tx) => {
      const state = await lockDemoState(tx)
      if (state === undefined || (state.shiftDay === null && state.ordinaryDay === today)) return false
      const to = state.shiftDay ?? today
      const last = Math.min(state.shifted + membersAtATime, state.ordinaryLoaded)
      const accounts = numbersFrom(state.shifted + 1, last).flatMap(ordinaryAccountNumbers)
      const days = daysBetween(state.ordinaryDay, to)
      await moveHistory(tx, accounts, days)
      await moveBalances(tx, accounts, days)
      const ended = last === state.ordinaryLoaded
      await setDemoState(tx, ended ? { ordinaryDay: to, shiftDay: null, shifted: 0 } : { shiftDay: to, shifted: last })
      return true
    })
  ) {
    // Each round moves a page of members and stores the progress.
  }
}

const numbersFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

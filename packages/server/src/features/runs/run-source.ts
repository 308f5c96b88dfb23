import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ItemOutcome, RunKind } from './runs.store.ts'

export type RunDeps = Pick<
  Deps,
  'db' | 'env' | 'keys' | 'random' | 'clock' | 'log' | 'settings' | 'failPoints' | 'gateway'
>

/** A due date of an enrollment. */
export interface DueItem {
  readonly kind: RunKind
  readonly enrollmentId: string
  readonly dueDate: CalendarDate
  readonly accountNumber: string
  readonly memberNumber: string
}

export interface DuePage {
  readonly due: readonly DueItem[]
  /** Where the next page begins; `undefined` after the last page. */
  readonly next: string | undefined
}

/** Something that is due again and again, such as drafts. A run asks all sources for what is due. */
export interface RunSource {
  readonly name: string
  /**
   * Lists what is due in a run, a page at a time. It may list what was taken before.
   *
   * @param after the key of the page before; empty for the first page.
   */
  readonly listDue: (
    deps: RunDeps,
    run: { readonly fromDate: CalendarDate; readonly runDate: CalendarDate },
    page: { readonly after: string; readonly limit: number },
  ) => Promise<DuePage>
  /**
   * Decides about one due date, and books it, in the transaction that takes it. A source that calls the provider answers
   * `pending` and does the rest in `finish`.
   */
  readonly settle: (tx: Tx, deps: RunDeps, due: DueItem) => Promise<ItemOutcome>
  /** Does what cannot be part of a transaction, for a pending item. It is repeated when a process dies, so it must be idempotent. */
  readonly finish?: (deps: RunDeps, due: DueItem) => Promise<ItemOutcome>
}

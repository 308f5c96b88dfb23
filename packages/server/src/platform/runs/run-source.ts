import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Tx } from '../db/open-database.ts'
import type { Deps } from '../deps.ts'

export type RunKind =
  | 'prenote'
  | 'draft'
  | 'postponed-draft'
  | 'method-draft'
  | 'postponed-method-draft'
  | 'retry'
  | 'postponed-retry'
  | 'scheduled'
  | 'autopay'
export type ItemState = 'booked' | 'pending' | 'skipped' | 'failed'

/** A due date of an enrollment. */
export interface DueItem {
  readonly kind: RunKind
  readonly enrollmentId: string
  readonly dueDate: CalendarDate
  readonly accountNumber: string
  readonly memberNumber: string
  /** True when it is too late to collect it, because no run has tried it in time. */
  readonly isTooLate?: boolean
}

/** A due date that a run claimed, with the amount that `settle` decided. */
export interface PendingDue extends DueItem {
  readonly amount: Cents
}

export interface DuePage {
  readonly due: readonly DueItem[]
  /** The cursor of the next page; `undefined` after the last page. */
  readonly next: string | undefined
}

export interface ItemOutcome {
  readonly state: ItemState
  readonly reason?: string
  readonly amount?: Cents
  readonly transNo?: string
  /** The bank data of an item that goes into a bank file. */
  readonly bank?: {
    readonly payerName: string
    readonly accountKind: string
    /** Encrypted for the account. */
    readonly bankNumbers: Uint8Array
  }
}

/** A source of items that are due repeatedly, such as drafts. A run asks all sources for their due items. */
export interface RunSource {
  /** The kind of its items. Prenotes have their own kind, and postponed items keep theirs. */
  readonly name: RunKind
  /**
   * Lists what is due in a run, a page at a time. It may list due dates that were claimed before.
   *
   * @param after the key of the page before; empty for the first page.
   */
  readonly listDue: (
    deps: Deps,
    run: { readonly fromDate: CalendarDate; readonly runDate: CalendarDate },
    page: { readonly after: string; readonly limit: number },
  ) => Promise<DuePage>
  /**
   * Locks due dates, all in one order, until the transaction ends, so that another process that claims one of them
   * waits. Pages of such a source are processed in parallel. Without it, each due date is locked by its key.
   */
  readonly lock?: (tx: Tx, due: readonly DueItem[]) => Promise<void>
  /**
   * Does what a due date needs before it is decided and that cannot be part of a transaction, such as asking the provider about payments
   * that hold it up. A preview of a run leaves it out.
   */
  readonly prepare?: (deps: Deps, due: DueItem) => Promise<void>
  /**
   * Decides and books due dates in the transaction that takes them: a page, or a single one after the page failed. A source that
   * calls the provider gets one due date at a time, returns `pending`, and does the rest in `finish`.
   *
   * @returns an outcome for each due date, in the same order.
   */
  readonly settle: (deps: Deps, tx: Tx, due: readonly DueItem[]) => Promise<readonly ItemOutcome[]>
  /**
   * Does what cannot be part of a transaction, for a pending item, such as charging a card. It is repeated when a process dies or the
   * item stays pending, so it must be idempotent.
   */
  readonly finish?: (deps: Deps, due: PendingDue) => Promise<ItemOutcome>
}

/** Builds a `settle` that handles each due date separately. */
export const settleEach =
  (settle: (deps: Deps, tx: Tx, due: DueItem) => Promise<ItemOutcome>): RunSource['settle'] =>
  async (deps, tx, due) => {
    const outcomes: ItemOutcome[] = []
    for (const one of due) outcomes.push(await settle(deps, tx, one))
    return outcomes
  }

import type { Executor } from '../db/open-database.ts'

/**
 * The urgency of an alarm: `page` at once, also at night, because members are affected; `ticket` on the next working
 * day.
 */
export type Severity = 'page' | 'ticket'

/** An alarm that a slice raises by a figure of its tables. */
export interface SliceAlarm {
  readonly name: string
  readonly severity: Severity
  /** Counts, with a bound, what the alarm is about. @param now the portal's time, which the rows are written with. */
  readonly count: (executor: Executor, now: Date) => Promise<number>
  /** The most that raises no alarm; 0 when absent. */
  readonly most?: number
  /** It is raised only Monday to Friday, 8 to 18 o'clock, where the cooperative is. */
  readonly isForBusinessHours?: true
}

/** A metric of a slice, with one series for each value of its label. */
export interface SliceGauge {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly read: (executor: Executor) => Promise<readonly { readonly of: string; readonly value: number }[]>
}

/** Counting stops here: an operator acts long before, and a scrape of a large backlog stays as quick as any other. */
export const mostCounted = 10_000

/** The alarms and metrics of a slice. */
export interface SliceHealth {
  readonly alarms?: readonly SliceAlarm[]
  readonly gauges?: readonly SliceGauge[]
  /** Counts waiting rows by kind, up to `mostCounted` of a kind, for the metric `coopline_waiting`. */
  readonly countWaiting?: (
    executor: Executor,
  ) => Promise<readonly { readonly kind: string; readonly waiting: number }[]>
}

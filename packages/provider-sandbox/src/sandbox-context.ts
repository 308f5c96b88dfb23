import type { DatabaseSync } from 'node:sqlite'
import type { SigningKeys } from './signing-keys.ts'

export const modes = [
  'ok',
  'slow',
  'silent',
  'duplicate',
  'reorder',
  'wrong-amount',
  'wrong-key',
  'down',
  'lost-answer',
  'nonsense',
] as const

/** The fault of the whole sandbox, for tests of the portal (see README.md). */
export type Mode = (typeof modes)[number]

export interface Timings {
  /** The milliseconds that a slow answer takes. */
  readonly slowMs: number
  /** The milliseconds by which a late postback is late. */
  readonly lateMs: number
  /** The milliseconds by which mode `reorder` delays every other postback of a payment. */
  readonly reorderMs: number
}

/** The state and settings that every part of a running sandbox shares. */
export interface Sandbox {
  readonly db: DatabaseSync
  readonly keys: SigningKeys
  readonly timings: Timings
  readonly backofficePassword: string
  /** The address at which the portal receives text messages of members. */
  readonly textsUrl: string
  /** The time in epoch milliseconds, for signatures and stored dates. Queues and pauses use the machine's own clock. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** Aborts when the sandbox stops, so that a slow answer does not keep it running. */
  readonly stopping: AbortSignal
  /** Wakes the sender after a postback was queued. */
  readonly wakeSender: () => void
  mode: Mode
}

/** Epoch seconds by the sandbox's clock. */
export const nowSeconds = (sandbox: Sandbox): number => Math.floor(sandbox.now() / 1000)

/** ISO instant by the sandbox's clock. */
export const nowIso = (sandbox: Sandbox): string => new Date(sandbox.now()).toISOString()

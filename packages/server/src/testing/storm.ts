import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { PaymentState } from '@coopline/rules/paying/payment-state/payment-state'
import type { PortalProcess } from './portal-process.ts'

/** The end of a payment, as the payer and the provider know it. Sums in cents, fee included. */
export interface Ending {
  readonly name: string
  /** The state that the portal should have in the end. */
  readonly state: PaymentState
  /** The sum that the provider holds in the end. */
  readonly held: number
  /** The sum that the ledger should have received for it. */
  readonly booked: number
  /** The charge. */
  readonly total: number
  /** True when no money went back, so that there is a receipt. */
  readonly isKept: boolean
}

/** A payment of the storm. */
export interface Story extends Ending {
  readonly transNo: string
  readonly accountNumber: string
  /** In cents, without the fee. */
  readonly amount: number
}

/** Repeats a request on the portals until one answers. A portal that did not answer may have processed the request. */
export type Insist = (asking: (portal: PortalProcess) => Promise<Response>) => Promise<Response | null>

/** The provider of a storm: what happens to payments there, and what it tells the portals of it. */
export interface StormProvider {
  /** The environment of portals and commands. */
  readonly env: Readonly<Record<string, string>>
  readonly endingNames: readonly string[]
  readonly paymentTypeOf: (name: string) => PaymentType
  /** Lets a payment end so, and tells the portals. */
  readonly end: (form: Requisition, name: string) => Promise<Ending>
  /** It answers no call while it is away. */
  readonly setAway: (isAway: boolean) => void
  /** Ends what it still tells by itself. */
  readonly fallSilent: () => Promise<void>
  /** Lets days pass since the storm. */
  readonly turnTo: (day: number) => void
  /** Moves money in one of three nights, which it tells no one of: it has no report either. */
  readonly loseNight: (night: number, stories: readonly Story[], now: Date) => void
  /** The payments whose books must differ, with an alarm: the provider does not say what a part of them moved. */
  readonly differing: (stories: readonly Story[]) => readonly Story[]
  /** Expects an open alarm for each thing that a person must see, and no other. */
  readonly expectAlarms: (stories: readonly Story[], open: OpenAlarms) => Promise<void>
  readonly close: () => Promise<void>
}

/** Lists the payments with an open alarm of a kind. */
export type OpenAlarms = (kind: string) => Promise<readonly (string | null)[]>

import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import { type DemoRandom } from './demo-random.ts'
import { streets, type Town, towns } from './demo-words.ts'

/** A member of the demo cooperative, as its system would describe them on one day. */
export interface DemoMember {
  readonly memberNumber: string
  readonly name: string
  readonly language: 'en' | 'es'
  readonly phones: readonly { readonly digits: string; readonly kind: 'cell' | 'home' | 'work' }[]
  readonly email: string | null
  readonly accounts: readonly DemoAccount[]
}

export interface DemoAccount {
  readonly accountNumber: string
  readonly isPrimary: boolean
  readonly type: string
  readonly status: string
  readonly derivedStatus: string
  readonly street: string
  readonly town: Town
  readonly isPrepaid: boolean
  readonly billing: string
  readonly cardEligible: boolean
  readonly echeckEligible: boolean
  readonly noMoreChecks: boolean
  readonly balance: DemoBalance
  /** Not every account has been billed yet. */
  readonly isBilled: boolean
  /** Late fee within the newest bill. */
  readonly lateFee: Cents
  /** A payment that came in today. */
  readonly paidToday: Cents | null
}

export interface DemoBalance {
  readonly balance: Cents
  readonly pastDue: Cents
  readonly dueDate: CalendarDate | null
  readonly cutoffAmount: Cents
  readonly cutoffDate: CalendarDate | null
  readonly reconnectFee: Cents
  readonly additionalDeposit: Cents
  readonly disconnectFee: Cents
  readonly overPayAmount: Cents
  readonly prepaidMinimum: Cents
  readonly prepaidReconnect: Cents
}

/** A street address in the cooperative's country. */
export const demoPlace = (random: DemoRandom): { street: string; town: Town } => ({
  street: `${random.between(100, 9999)} ${random.pick(streets)}`,
  town: random.pick(towns),
})

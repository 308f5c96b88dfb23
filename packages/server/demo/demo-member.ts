import type { DraftType } from '@coopline/rules/paying/drafts/draft-types'
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
  /** The stored payment methods of the member. */
  readonly stores: { readonly check: boolean; readonly credit: boolean }
  readonly accounts: readonly DemoAccount[]
  readonly middleName: string
  readonly spouseName: string
  /** False while the cooperative looks at a change of the profile. */
  readonly isVerified: boolean
  /** The mailing address of all accounts. */
  readonly mail: DemoPlace
}

export interface DemoPlace {
  readonly street: string
  readonly town: Town
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
  /** False for an account that has not been billed yet. */
  readonly isBilled: boolean
  /** Late fee within the newest bill. */
  readonly lateFee: Cents
  /** A payment that came in today. */
  readonly paidToday: Cents | null
  readonly details: DemoDetails
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

/** Details of an account beyond its balance. Texts are empty where there are none. */
export interface DemoDetails {
  readonly cutoffMessage: string
  readonly billMessage: string
  readonly statementHeading: string
  readonly prepaidAlert: string
  readonly capitalCreditMessage: string
  readonly returnedItems: number
  readonly hasAutopay: boolean
  readonly autopayMethod: 'ECHECK' | 'CHARGE' | null
  readonly draftDate: CalendarDate | null
  readonly draftMethod: 'ECHECK' | 'CHARGE' | null
  /** The draft in the words of drafts.csv. */
  readonly draft: {
    readonly type: DraftType
    readonly day: number
    readonly kind: 'Checking' | 'Card'
    readonly ending: string
    readonly institution: string
  } | null
  readonly collectsReadings: boolean
  readonly isUsageSuspended: boolean
  readonly meterSenseUrl: string
  readonly meters: readonly string[]
  readonly linked: readonly string[]
  readonly arrangement: { readonly balance: Cents; readonly next: Cents; readonly due: CalendarDate } | null
  /** `null`: the outage system says nothing of the account. */
  readonly outage: { readonly isOut: boolean; readonly restoredAt: string | null } | null
  /** Timestamps in ISO 8601. */
  readonly pastOutages: readonly { readonly from: string; readonly until: string; readonly description: string }[]
  readonly serviceOrders: readonly DemoServiceOrder[]
  readonly deposits: readonly DemoDeposit[]
  readonly lateBills: readonly DemoLateBill[]
  /** Age in bills, from 0, of a bill that cannot be shown. */
  readonly hiddenBill: number | null
  /** A bill whose document is not where it should be. */
  readonly lostBillDocument: { readonly age: number; readonly name: string } | null
  readonly isPaperless: boolean
  readonly roundUp: { readonly amount: Cents | null; readonly expiration: CalendarDate | null } | null
}

interface DemoServiceOrder {
  readonly number: string
  readonly description: string
  readonly requestedOn: CalendarDate
  readonly status: string
}

export interface DemoDeposit {
  readonly reference: string
  readonly receivedOn: CalendarDate
  readonly kind: string
  readonly amount: Cents
  readonly interest: Cents
  readonly refundedOn: CalendarDate | null
}

/** A bill that was not paid in time. */
export interface DemoLateBill {
  /** The age in bills, from 0 for the newest. */
  readonly age: number
  /** The amount overdue today; `null` for an old bill, of which all was overdue. */
  readonly pastDue: Cents | null
  readonly lateFee: Cents
  readonly hasCutoff: boolean
  readonly canBeViewed: boolean
}

export const noDetails: DemoDetails = {
  cutoffMessage: '',
  billMessage: '',
  statementHeading: '',
  prepaidAlert: '',
  capitalCreditMessage: '',
  returnedItems: 0,
  hasAutopay: false,
  autopayMethod: null,
  draftDate: null,
  draftMethod: null,
  draft: null,
  collectsReadings: false,
  isUsageSuspended: false,
  meterSenseUrl: '',
  meters: [],
  linked: [],
  arrangement: null,
  outage: null,
  pastOutages: [],
  serviceOrders: [],
  deposits: [],
  lateBills: [],
  hiddenBill: null,
  lostBillDocument: null,
  isPaperless: false,
  roundUp: null,
}

/** The number on the meter of an account; some accounts have several meters, others none. */
export function demoMeters(type: string, accountNumber: string, count = 1): readonly string[] {
  if (type === 'Propane') return []
  const first = `${type.charAt(0)}-${accountNumber.slice(-7)}`
  return count === 1 ? [first] : Array.from({ length: count }, (_, index) => `${first}-${index + 1}`)
}

/** A street address in the cooperative's country. */
export const demoPlace = (random: DemoRandom): DemoPlace => ({
  street: `${random.between(100, 9999)} ${random.pick(streets)}`,
  town: random.pick(towns),
})

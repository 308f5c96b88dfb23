import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { DemoBillLine } from './demo-charges.ts'

/** A bill of the demo cooperative. */
export interface DemoBill {
  readonly billDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly statementStart: CalendarDate
  readonly statementEnd: CalendarDate
  readonly billType: string
  readonly amount: Cents
  /** Decimal text; `null` for services that are not metered in kWh. */
  readonly usageKwh: string | null
  readonly lateFee: Cents
  readonly previousBalance: Cents
  readonly paymentsReceived: Cents
  /** The balance after this statement; below zero for a credit, such as the money left on a prepaid account. */
  readonly endingBalance: Cents
  readonly document: string
  readonly canBeViewed: boolean
  /** The usage, charges and taxes of a prepaid period; `null` for accounts that are billed. */
  readonly prepaid: { readonly usage: Cents; readonly charges: Cents; readonly taxes: Cents } | null
  readonly lines: readonly DemoBillLine[]
  /** The amount that budget or average billing adds to actual usage; below zero when it reduces the bill. */
  readonly leveled: Cents
}

export interface DemoPayment {
  readonly reference: string
  readonly paidOn: CalendarDate
  readonly amount: Cents
  readonly method: string
}

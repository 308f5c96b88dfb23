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
  /** What was owed; below zero for a credit, which is what a prepaid account has left. */
  readonly endingBalance: Cents
  readonly document: string
  readonly canBeViewed: boolean
  /** What a prepaid period came to, and of what; `null` for accounts that are billed. */
  readonly prepaid: { readonly usage: Cents; readonly charges: Cents; readonly taxes: Cents } | null
  readonly lines: readonly DemoBillLine[]
  /** What budget or average billing put on top of what was used; below zero when it took off. */
  readonly leveled: Cents
}

export interface DemoPayment {
  readonly reference: string
  readonly paidOn: CalendarDate
  readonly amount: Cents
  readonly method: string
}

import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Fact } from '@coopline/ui/facts'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import type { BillRow, PaymentRow } from './use-overview.ts'

type Texts = TextsOf<'accountOverview'>['history']

/** The details of a bill in an open row; for a prepaid account, its daily amounts (AO-64). */
export const billFacts = (bill: BillRow, text: Texts): readonly Fact[] => [
  ...date(text.period, bill.statementStartDate),
  ...date(text.dueDate, bill.dueDate),
  ...(bill.usageKwh === null ? [] : [{ label: text.usage, value: text.kwh(kwh(bill.usageKwh)) }]),
  ...amount(text.prepaidUsage, bill.prepaidUsageDollars),
  ...amount(text.prepaidCharges, bill.prepaidCharges),
  ...amount(text.prepaidTaxes, bill.prepaidTaxes),
  ...amount(text.prepaidDailyTotal, bill.prepaidDailyTotal),
  ...amount(text.billed, bill.amount),
  // On the wire a credit is below zero; members of a prepaid account read what they had left.
  ...(bill.prepaidDailyTotal === null
    ? amount(text.endingBalance, bill.endingBalance)
    : amount(text.left, subtractCents(zeroCents, bill.endingBalance))),
]

/** The details of a payment in an open row; empty when the cooperative has none. */
export const paymentFacts = (payment: PaymentRow, text: Texts): readonly Fact[] => [
  ...(payment.method === '' ? [] : [{ label: text.method, value: payment.method }]),
  ...(payment.reference === '' ? [] : [{ label: text.reference, value: payment.reference }]),
]

const date = (label: string, value: CalendarDate | null): readonly Fact[] =>
  value === null ? [] : [{ label, value: formatUsDate(value) }]

const amount = (label: string, value: Cents | null): readonly Fact[] =>
  value === null ? [] : [{ label, value: formatUsd(value) }]

/** Kilowatt-hours with at most one decimal, grouped as in the United States. */
const kwhFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

export const kwh = (usage: number): string => kwhFormat.format(usage)

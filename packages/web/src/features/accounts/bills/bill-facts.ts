import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Fact } from '@coopline/ui/facts'
import type { BillDetail } from '../../../portal/bills/bill-calls.ts'
import { numberFormat } from '../../../portal/text/formats.ts'
import type { TextsOf } from '../../../portal/text/text-store.ts'

type Texts = TextsOf<'bills'>['viewBill']

/** Lists the account, dates and usage of a bill. Facts that the bill lacks are left out. */
export function billFacts(detail: BillDetail, text: Texts, language: Language): readonly Fact[] {
  const { statementStartDate: start, statementEndDate: end, usageKwh } = detail
  return [
    { label: text.accountHolder, value: detail.accountHolderName },
    { label: text.serviceAddress, value: detail.serviceAddress },
    { label: text.account, value: detail.accountNumber },
    { label: text.billDate, value: formatUsDate(detail.billDate) },
    { label: text.dueDate, value: formatUsDate(detail.dueDate) },
    ...(start === null || end === null
      ? []
      : [{ label: text.period, value: text.periodOf(formatUsDate(start), formatUsDate(end)) }]),
    ...(usageKwh === null ? [] : [{ label: text.usage, value: `${formatQuantity(usageKwh, language)} kWh` }]),
  ]
}

/** The parts of the balance. */
export function billSums(detail: BillDetail, text: Texts): readonly Fact[] {
  const { previousBalance, paymentsReceived } = detail
  return [
    ...(previousBalance === null ? [] : [{ label: text.previousBalance, value: formatUsd(previousBalance) }]),
    ...(paymentsReceived === null ? [] : [{ label: text.paymentsReceived, value: formatUsd(paymentsReceived) }]),
    { label: text.charges, value: formatUsd(detail.amount) },
    { label: text.balance, value: formatUsd(detail.endingBalance), total: true },
  ]
}

/** The energy bank of a solar member. Values and dates that the cooperative does not give are left out. */
export function bankFacts(
  bank: NonNullable<BillDetail['energyBank']>,
  text: Texts,
  language: Language,
): readonly Fact[] {
  const { bankKwh, bankValue, expiresOn, trueUpOn } = bank
  return [
    { label: text.banked, value: `${formatQuantity(bankKwh, language)} kWh` },
    ...(bankValue === null ? [] : [{ label: text.bankValue, value: formatUsd(bankValue) }]),
    ...(expiresOn === null ? [] : [{ label: text.expires, value: formatUsDate(expiresOn) }]),
    ...(trueUpOn === null ? [] : [{ label: text.trueUp, value: formatUsDate(trueUpOn) }]),
  ]
}

const quantityFormat = numberFormat({ maximumFractionDigits: 6 })

/** A quantity as the bill has it: no more decimals than it was given with, six at most. */
export const formatQuantity = (quantity: number, language: Language): string =>
  quantityFormat(language).format(quantity)

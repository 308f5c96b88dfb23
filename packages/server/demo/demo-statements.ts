import { addDays, isAfter } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { DemoBill, DemoPayment } from './demo-bill.ts'
import { type DemoCharge, demoCharges } from './demo-charges.ts'
import type { DemoAccount } from './demo-member.ts'
import { prepaidAtFirst } from './prepaid-top-ups.ts'

const daysOfFirstPeriod = 30

/** Makes charges and payments, the newest first, into statements that each begin where the one before has ended. */
export function demoStatements(
  account: DemoAccount,
  charges: readonly DemoCharge[],
  payments: readonly DemoPayment[],
): readonly DemoBill[] {
  const bills: DemoBill[] = []
  for (const charge of charges.toReversed())
    bills.push(statementOf(account, charge, { before: bills.at(-1), payments, age: charges.length - 1 - bills.length }))
  return bills.toReversed()
}

function statementOf(
  account: DemoAccount,
  charge: DemoCharge,
  { before, payments, age }: { before: DemoBill | undefined; payments: readonly DemoPayment[]; age: number },
): DemoBill {
  const statementStart = before?.billDate ?? addDays(charge.billDate, -daysOfFirstPeriod)
  const { lines, used, usage, service, taxes } = demoCharges(account.type, charge)
  const { previousBalance, paymentsReceived } = openingOf(account, charge, before, () =>
    addCents(
      ...payments
        .filter((one) => !isAfter(one.paidOn, charge.billDate) && isAfter(one.paidOn, statementStart))
        .map((one) => one.amount),
    ),
  )
  return {
    billDate: charge.billDate,
    dueDate: charge.dueDate,
    statementStart,
    statementEnd: addDays(charge.billDate, -1),
    billType: billTypeOf(account, age),
    amount: charge.amount,
    usageKwh: account.type === 'Electric' ? used : null,
    lateFee: charge.lateFee,
    previousBalance,
    paymentsReceived,
    endingBalance: subtractCents(addCents(previousBalance, charge.amount), paymentsReceived),
    document: account.details.lostBillDocument?.age === age ? account.details.lostBillDocument.name : '',
    canBeViewed: account.details.hiddenBill !== age,
    prepaid: account.isPrepaid ? { usage, charges: service, taxes } : null,
    lines,
    leveled: charge.leveling.adjustment,
  }
}

/**
 * Returns the opening balance of a statement and the payments since then. The oldest bill of an account that is billed
 * states that the bill before it was as large and was paid in full.
 */
function openingOf(
  account: DemoAccount,
  charge: DemoCharge,
  before: DemoBill | undefined,
  paid: () => Cents,
): { previousBalance: Cents; paymentsReceived: Cents } {
  if (before !== undefined) return { previousBalance: before.endingBalance, paymentsReceived: paid() }
  if (account.isPrepaid) return { previousBalance: subtractCents(zeroCents, prepaidAtFirst), paymentsReceived: paid() }
  return { previousBalance: charge.amount, paymentsReceived: charge.amount }
}

function billTypeOf(account: DemoAccount, age: number): string {
  if (account.isPrepaid) return 'Prepaid'
  return account.derivedStatus === 'Final Billed' && age === 0 ? 'Final' : 'Standard'
}

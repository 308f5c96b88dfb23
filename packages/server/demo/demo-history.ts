import { addDays, type CalendarDate, isAfter } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { DemoBill, DemoPayment } from './demo-bill.ts'
import { type DemoCharge, noLeveling } from './demo-charges.ts'
import type { DemoAccount } from './demo-member.ts'
import { createDemoRandom, type DemoRandom } from './demo-random.ts'
import { demoStatements } from './demo-statements.ts'
import { prepaidTopUps } from './prepaid-top-ups.ts'

export const daysToPay = 21
const seed = 1938
const daysPerMonth = 365.25 / 12
const prepaidStatementAge = 10

/** Share of a month in the year's average usage: heating in winter, cooling in July and August. */
const season = [1.28, 1.18, 1.02, 0.85, 0.78, 0.96, 1.22, 1.2, 0.92, 0.82, 0.95, 1.16]
const serviceChargeCents = 2800
const centsPerKwh = 12.75

/**
 * The bills and payments of an account up to `today`, the newest first. The newest bills add up to the balance and are
 * unpaid; every older one was paid. What a prepaid account was topped up with is what it used and has left.
 */
export function demoHistory(
  account: DemoAccount,
  today: CalendarDate,
  months: number,
): { bills: readonly DemoBill[]; payments: readonly DemoPayment[] } {
  const random = createDemoRandom(seed, Number(account.accountNumber))
  const charges = account.isBilled ? chargesOf(account, today, months, random) : []
  const unpaid = unpaidAmounts(account).length
  const paid = account.isPrepaid
    ? prepaidTopUps(account, charges, { random, daysSince: prepaidStatementAge })
    : charges.flatMap((charge, age) =>
        age < unpaid ? [] : [paymentOf(account, charge, { today, age, months, random })],
      )
  const payments = [...extraPayments(account, today), ...paid]
  return { bills: demoStatements(account, charges, payments), payments }
}

/** The open amounts of the newest bills, newest first, before today's payment. */
function unpaidAmounts({ balance: { balance, pastDue }, isPrepaid, paidToday }: DemoAccount): readonly Cents[] {
  if (isPrepaid || balance <= 0) return []
  return pastDue > 0 && pastDue < balance
    ? [subtractCents(balance, pastDue), pastDue]
    : [addCents(balance, paidToday ?? zeroCents)]
}

function newestBillDate(account: DemoAccount, today: CalendarDate): CalendarDate {
  const { dueDate } = account.balance
  if (dueDate === null) return addDays(today, -prepaidStatementAge)
  const billed = addDays(dueDate, -daysToPay)
  // The due date is that of the overdue bill; a newer one followed a month later.
  const newer = addDays(billed, Math.round(daysPerMonth))
  return unpaidAmounts(account).length === 2 && !isAfter(newer, today) ? newer : billed
}

function chargesOf(
  account: DemoAccount,
  today: CalendarDate,
  months: number,
  random: DemoRandom,
): readonly DemoCharge[] {
  const newest = newestBillDate(account, today)
  const open = unpaidAmounts(account)
  const baseKwh = random.between(380, 1250)
  const level = levelOf(account, open[0], baseKwh)
  return Array.from({ length: months }, (_, age) => {
    const billDate = addDays(newest, -Math.round(age * daysPerMonth))
    const kwh = level === undefined ? baseKwh : (level - serviceChargeCents) / centsPerKwh
    const usual = usualBill(account.type, billDate, kwh, random)
    const amount = open[age] ?? level ?? usual
    const lateFee = age === 0 ? account.lateFee : zeroCents
    const leveling =
      level === undefined
        ? noLeveling
        : { name: account.billing, adjustment: subtractCents(amount, addCents(usual, lateFee)) }
    return { billDate, dueDate: addDays(billDate, daysToPay), amount, lateFee, leveling }
  })
}

/** The monthly amount of budget or average billing; `undefined` where actual usage is billed. */
function levelOf(account: DemoAccount, open: Cents | undefined, baseKwh: number): Cents | undefined {
  if (account.type !== 'Electric' || account.isPrepaid || account.billing === 'Standard') return undefined
  const usual = cents(Math.round((serviceChargeCents + baseKwh * centsPerKwh) / 100) * 100)
  return open !== undefined && open > 2 * serviceChargeCents ? open : usual
}

function usualBill(type: string, billDate: CalendarDate, baseKwh: number, random: DemoRandom): Cents {
  const noise = 0.9 + random.next() * 0.2
  if (type !== 'Electric') return cents(Math.round((type === 'Water' ? 3900 : 14_500) * noise))
  const share = season[Number(billDate.slice(5, 7)) - 1] ?? 1
  return cents(Math.round(serviceChargeCents + baseKwh * share * noise * centsPerKwh))
}

function paymentOf(
  account: DemoAccount,
  bill: DemoCharge,
  { today, age, months, random }: { today: CalendarDate; age: number; months: number; random: DemoRandom },
): DemoPayment {
  const wanted = addDays(bill.billDate, random.between(3, daysToPay - 1))
  const yesterday = addDays(today, -1)
  return {
    reference: `P${account.accountNumber}-${String(months - age).padStart(3, '0')}`,
    paidOn: isAfter(wanted, yesterday) ? yesterday : wanted,
    amount: bill.amount,
    method: random.pick(['Check', 'Check', 'Card', 'Bank Draft', 'Bank Draft', 'Cash']),
  }
}

/** The payments besides those of bills: today's payment, and the one that made a credit. */
function extraPayments(account: DemoAccount, today: CalendarDate): readonly DemoPayment[] {
  const { balance } = account.balance
  const credit =
    !account.isPrepaid && balance < 0
      ? [{ paidOn: addDays(today, -5), amount: subtractCents(zeroCents, balance), reference: 'C' }]
      : []
  const todays = account.paidToday === null ? [] : [{ paidOn: today, amount: account.paidToday, reference: 'T' }]
  return [...todays, ...credit].map((one) => ({
    ...one,
    reference: `P${account.accountNumber}-${one.reference}`,
    method: 'Card',
  }))
}

import { addDays } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, cents, subtractCents } from '@coopline/rules/kernel/money'
import type { DemoPayment } from './demo-bill.ts'
import type { DemoCharge } from './demo-charges.ts'
import type { DemoAccount } from './demo-member.ts'
import type { DemoRandom } from './demo-random.ts'

const daysPerPeriod = 30
/** Days before a statement on which money came in. */
const daysBefore = [26, 17, 8]

/**
 * Builds the top-ups of a prepaid account, three before each statement. A small credit remains after each statement,
 * and the credit that is left `daysSince` days after the newest statement is the account's balance.
 */
export function prepaidTopUps(
  account: DemoAccount,
  charges: readonly DemoCharge[],
  { random, daysSince }: { random: DemoRandom; daysSince: number },
): readonly DemoPayment[] {
  const left = charges.map((charge, age) =>
    age === 0 ? leftAtNewest(account, charge, daysSince) : cents(random.between(15, 60) * 100),
  )
  return charges.flatMap((charge, age) => {
    const needed = subtractCents(addCents(charge.amount, left[age] ?? prepaidAtFirst), left[age + 1] ?? prepaidAtFirst)
    const part = cents(Math.floor(needed / 300) * 100)
    const number = String(charges.length - age).padStart(3, '0')
    return [part, part, cents(needed - 2 * part)].map((amount, index) => ({
      reference: `P${account.accountNumber}-${number}${'abc'[index]}`,
      paidOn: addDays(charge.billDate, -(daysBefore[index] ?? 0)),
      amount,
      method: 'Card',
    }))
  })
}

/** The remaining balance when the history begins. */
export const prepaidAtFirst: Cents = cents(3000)

const leftAtNewest = ({ balance }: DemoAccount, { amount }: DemoCharge, daysSince: number): Cents =>
  cents(balance.balance + Math.round((amount * daysSince) / daysPerPeriod))

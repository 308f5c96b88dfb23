import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents, formatDecimal, zeroCents } from '@coopline/rules/kernel/money'
import type { DemoBill } from './demo-bill.ts'
import type { DemoFact } from './demo-facts.ts'
import type { Rows } from './demo-rows.ts'
import type { DemoAccount, DemoDeposit, DemoLateBill } from './demo-member.ts'

/** Builds the deposits and late bills that the facts describe for an account, on `today`. */
export const namedSecurities = (
  fact: DemoFact,
  today: CalendarDate,
): { readonly lateBills: readonly DemoLateBill[]; readonly deposits: readonly DemoDeposit[] } => ({
  lateBills: [...overdueNow(fact), ...lateOnce(fact)],
  deposits: depositsOf(fact, today),
})

/** The bill that is overdue: the newest one, or the one before it where a newer one followed. */
function overdueNow({ pastDue, balance, isPrepaid, whatElse, cutoffInDays }: DemoFact): readonly DemoLateBill[] {
  if (isPrepaid || pastDue <= 0) return []
  const lateFee = whatElse.includes('late fee on the last bill') ? cents(237) : zeroCents
  return [{ age: pastDue < balance ? 1 : 0, pastDue, lateFee, hasCutoff: cutoffInDays !== null, canBeViewed: true }]
}

/** Builds three late bills of long ago, which have been paid since. */
function lateOnce({ whatElse }: DemoFact): readonly DemoLateBill[] {
  if (!whatElse.includes('three delinquent notices, one without its PDF')) return []
  const late = (age: number, lateFee: number, more: Partial<DemoLateBill>): DemoLateBill => ({
    age,
    pastDue: null,
    lateFee: cents(lateFee),
    hasCutoff: false,
    canBeViewed: true,
    ...more,
  })
  return [late(9, 184, {}), late(16, 221, { hasCutoff: true }), late(25, 0, { canBeViewed: false })]
}

function depositsOf({ account, whatElse, additionalDeposit }: DemoFact, today: CalendarDate): readonly DemoDeposit[] {
  const deposit = (place: number, daysAgo: number, amount: Cents, more: Partial<DemoDeposit> = {}): DemoDeposit => ({
    reference: `D-${account}-${place}`,
    receivedOn: addDays(today, -daysAgo),
    kind: 'Security deposit',
    amount,
    interest: zeroCents,
    refundedOn: null,
    ...more,
  })
  if (whatElse.includes('primary account; 36 months')) {
    return [
      deposit(1, 1_080, cents(15_000), { interest: cents(412), refundedOn: addDays(today, -350) }),
      deposit(2, 620, cents(4_000), { kind: 'Meter loop deposit', interest: cents(96) }),
    ]
  }
  if (whatElse.includes('no bill has been issued')) return [deposit(1, 20, cents(15_000))]
  return additionalDeposit > 0 ? [deposit(1, 700, cents(20_000), { interest: cents(731) })] : []
}

const daysToCutoff = 15

/** The rows of an account in deposits.csv and delinquents.csv; `bills` are its own, the newest first. */
export function securityRows(
  { accountNumber, details, balance }: DemoAccount,
  bills: readonly DemoBill[],
): { readonly 'deposits.csv': Rows; readonly 'delinquents.csv': Rows } {
  return {
    'deposits.csv': details.deposits.map((one) => [
      accountNumber,
      one.reference,
      one.receivedOn,
      one.kind,
      formatDecimal(one.amount),
      formatDecimal(one.interest),
      one.refundedOn,
    ]),
    'delinquents.csv': details.lateBills.flatMap((late) => {
      const bill = bills[late.age]
      if (bill === undefined) return []
      // What is overdue today has the cutoff date of the balance.
      const cutoff = late.pastDue === null ? addDays(bill.dueDate, daysToCutoff) : balance.cutoffDate
      return [
        [
          accountNumber,
          bill.billDate,
          formatDecimal(late.pastDue ?? bill.amount),
          formatDecimal(late.lateFee),
          late.hasCutoff ? cutoff : null,
          addDays(bill.dueDate, 1),
          late.canBeViewed,
        ],
      ]
    }),
  }
}

import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, parseMoney, zeroCents } from '@coopline/rules/kernel/money'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import type { DemoFact } from './demo-facts.ts'
import { type DemoAccount, type DemoBalance, type DemoMember, demoPlace } from './demo-member.ts'
import { createDemoRandom } from './demo-random.ts'
import { namedDetails } from './named-details.ts'

const areaAndExchange = '715555'
const seed = 1936

/** Members of the facts whose name is in no username. */
const namesOfSilentMembers: Readonly<Record<string, string>> = { '10021': 'Vernon Aldrich', '10029': 'Edna Marsh' }

const spouseOfAda = 'Nils Lindqvist'
const nowhere = { street: '', town: { city: '', zip: '' } } as const

/** The members of the facts as they are on `today`, one for each member number, with all their accounts. */
export function namedMembers(facts: readonly DemoFact[], today: CalendarDate): readonly DemoMember[] {
  return [...Map.groupBy(facts, (fact) => fact.member)].map(([memberNumber, rows]) => {
    const words = rows.map((row) => row.whatElse).join('; ')
    const email = emailOf(rows, words)
    const accounts = rows.map((row, index) => accountOf(row, { today, isPrimary: index === 0, rows }))
    return {
      memberNumber,
      name: namesOfSilentMembers[memberNumber] ?? nameFrom(email ?? memberNumber),
      language: words.includes('prefers Spanish') ? 'es' : 'en',
      phones: phonesOf(rows[0]?.phoneLast4 ?? '', words),
      email,
      accounts,
      middleName: '',
      spouseName: words.includes('primary account;') ? spouseOfAda : '',
      isVerified: !words.includes('profile not verified'),
      mail: accounts[0] ?? nowhere,
      stores: {
        check: words.includes('stored bank account') || words.includes('bank draft on day'),
        credit: words.includes('stored card') || words.includes('AutoPay by card') || words.includes('card draft'),
      },
    }
  })
}

function emailOf(rows: readonly DemoFact[], words: string): string | null {
  const named = /e-mail (\S+@\S+) on file/u.exec(words)?.[1]
  if (named !== undefined) return named
  const username = rows[0]?.username ?? null
  return username === null ? null : `${username}@example.org`
}

/** 'ada.lindqvist@example.org' → 'Ada Lindqvist'. */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

function phonesOf(lastFour: string, words: string): DemoMember['phones'] {
  const cell = parseUsPhone(/cell (\([0-9]{3}\) [0-9]{3}-[0-9]{4})/u.exec(words)?.[1] ?? '')
  if (cell !== null) return [{ digits: cell, kind: 'cell' }]
  const first = {
    digits: areaAndExchange + lastFour,
    kind: words.includes('neither cell phone') ? 'home' : 'cell',
  } as const
  if (!words.includes('three phones')) return [first]
  const other = (step: number) => areaAndExchange + String((Number(lastFour) + step) % 10_000).padStart(4, '0')
  return [first, { digits: other(1), kind: 'home' }, { digits: other(2), kind: 'work' }]
}

function accountOf(
  fact: DemoFact,
  { today, isPrimary, rows }: { today: CalendarDate; isPrimary: boolean; rows: readonly DemoFact[] },
): DemoAccount {
  const random = createDemoRandom(seed, Number(fact.account))
  return {
    ...demoPlace(random),
    accountNumber: fact.account,
    isPrimary,
    type: fact.type,
    status: fact.accountStatus,
    derivedStatus: fact.derivedStatus,
    isPrepaid: fact.isPrepaid,
    billing: fact.billing,
    cardEligible: fact.cardEligible,
    echeckEligible: fact.echeckEligible,
    noMoreChecks: fact.noMoreChecks,
    balance: balanceOf(fact, today),
    isBilled: !fact.whatElse.includes('no bill has been issued'),
    lateFee: fact.whatElse.includes('late fee on the last bill') ? cents(237) : zeroCents,
    paidToday: parseMoney(/a payment of ([0-9.]+) was made earlier today/u.exec(fact.whatElse)?.[1] ?? ''),
    details: namedDetails(fact, rows, today),
  }
}

function balanceOf(fact: DemoFact, today: CalendarDate): DemoBalance {
  return {
    balance: fact.balance,
    pastDue: fact.pastDue,
    ...demoDates(fact, today),
    cutoffAmount: fact.cutoffAmount,
    reconnectFee: fact.reconnectFee,
    additionalDeposit: fact.additionalDeposit,
    disconnectFee: fact.disconnectFee,
    overPayAmount: fact.overPayAmount,
    prepaidMinimum: fact.prepaidMinimum ?? zeroCents,
    prepaidReconnect: fact.prepaidReconnect ?? zeroCents,
  }
}

/** The dates of a fact as they hold on `today`. */
export const demoDates = (
  fact: DemoFact,
  today: CalendarDate,
): { dueDate: CalendarDate | null; cutoffDate: CalendarDate | null } => ({
  dueDate: fact.dueInDays === null ? null : addDays(today, fact.dueInDays),
  cutoffDate: fact.cutoffInDays === null ? null : addDays(today, fact.cutoffInDays),
})

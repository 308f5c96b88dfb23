import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents, zeroCents } from '@coopline/rules/kernel/money'
import { type DemoAccount, type DemoBalance, type DemoMember, demoMeters, demoPlace, noDetails } from './demo-member.ts'
import { createDemoRandom, type DemoRandom } from './demo-random.ts'
import { familyNames, firstNames } from './demo-words.ts'

const seed = 1937
const overPayAmount = cents(50_000)

/** The account numbers of the ordinary member with this number (from 1), without making the member. */
export function ordinaryAccountNumbers(index: number): readonly string[] {
  return Array.from({ length: accountCount(createDemoRandom(seed, index)) }, (_, at) => accountNumber(index, at))
}

/**
 * Picks the number of a member's accounts. One member of ten has two or more, so that there are about 1.3 accounts to a
 * member.
 */
function accountCount(random: DemoRandom): number {
  const share = random.next()
  if (share < 0.78) return 1
  return share < 0.95 ? 2 : 3
}

// Named accounts begin with 1; these begin with 2 or, beyond a million members, with 3.
const accountNumber = (index: number, at: number): string => String((2_000_000 + index) * 100 + at + 1)

/** An ordinary member of the demo cooperative as on `today`; the same number always gives the same member. */
export function ordinaryMember(index: number, today: CalendarDate): DemoMember {
  const random = createDemoRandom(seed, index)
  const count = accountCount(random)
  const first = random.pick(firstNames)
  const family = random.pick(familyNames)
  const home = demoPlace(random)
  return {
    memberNumber: String(20_000 + index),
    name: `${first} ${family}`,
    language: random.chance(0.04) ? 'es' : 'en',
    phones: phonesOf(random),
    email: random.chance(0.8) ? `${first}.${family.replaceAll("'", '')}${index}@example.org`.toLowerCase() : null,
    middleName: index % 4 === 0 ? (firstNames[index % firstNames.length] ?? '').charAt(0) : '',
    spouseName: index % 5 === 0 ? `${firstNames[(index * 7) % firstNames.length] ?? ''} ${family}` : '',
    isVerified: index % 97 !== 0,
    mail: home,
    stores: { check: false, credit: false },
    accounts: Array.from({ length: count }, (_, at) => {
      const place = at === 0 || random.chance(0.5) ? home : demoPlace(random)
      const account = accountOf(random, today, at)
      const number = accountNumber(index, at)
      const details = { ...noDetails, meters: demoMeters(account.type, number) }
      return { ...place, ...account, accountNumber: number, details }
    }),
  }
}

function phonesOf(random: DemoRandom): DemoMember['phones'] {
  const number = () => `${random.pick(['715', '534'])}555${String(random.between(0, 9999)).padStart(4, '0')}`
  const first = { digits: number(), kind: random.chance(0.7) ? 'cell' : 'home' } as const
  const second = { digits: number(), kind: 'home' } as const
  return random.chance(0.25) && second.digits !== first.digits ? [first, second] : [first]
}

type WithoutPlace = Omit<DemoAccount, 'accountNumber' | 'street' | 'town' | 'details'>

function accountOf(random: DemoRandom, today: CalendarDate, at: number): WithoutPlace {
  const state = stateOf(random, today)
  return {
    isPrimary: at === 0,
    type: at === 0 || random.chance(0.7) ? 'Electric' : random.pick(['Water', 'Water', 'Water', 'Propane']),
    billing: random.pick(['Standard', 'Standard', 'Standard', 'Standard', 'Standard', 'Standard', 'Budget', 'Average']),
    cardEligible: !random.chance(0.01),
    echeckEligible: !random.chance(0.01),
    noMoreChecks: random.chance(0.01),
    isBilled: true,
    paidToday: null,
    ...state,
  }
}

type State = Pick<WithoutPlace, 'status' | 'derivedStatus' | 'isPrepaid' | 'balance' | 'lateFee'>

/** The state of the account: most are current, some owe, a few are past due or in cutoff. */
function stateOf(random: DemoRandom, today: CalendarDate): State {
  const share = random.next()
  const due = (days: number) => addDays(today, days)
  const amount = (least: number, most: number) => cents(random.between(least, most))
  const standing = (derivedStatus: string, balance: Partial<DemoBalance>): State => ({
    status: 'Active',
    derivedStatus,
    isPrepaid: false,
    lateFee: zeroCents,
    balance: { ...nothingDue, ...balance },
  })
  if (share < 0.45) return standing('Current', { dueDate: due(random.between(-4, -1)) })
  if (share < 0.93) return standing('Current', { balance: amount(3000, 32_000), dueDate: due(random.between(1, 20)) })
  if (share < 0.965) return owing(standing('Past Due', { dueDate: due(random.between(-20, -3)) }), random)
  if (share < 0.975) {
    const cutoff = { cutoffDate: due(random.between(1, 9)), dueDate: due(random.between(-35, -18)) }
    return inCutoff(owing(standing('Pending Disconnect', cutoff), random), {})
  }
  if (share < 0.98) {
    const cutoff = { cutoffDate: due(random.between(-20, -2)), dueDate: due(random.between(-60, -40)) }
    return inCutoff(owing(standing('Disconnected', cutoff), random), {
      reconnectFee: cents(4500),
      disconnectFee: cents(3000),
    })
  }
  if (share < 0.985) {
    const left = amount(1000, 20_000)
    return { ...standing('Final Billed', { balance: left, pastDue: left, dueDate: due(-60) }), status: 'Inactive' }
  }
  return { ...standing('Current', { balance: amount(500, 9000), prepaidMinimum: cents(2000) }), isPrepaid: true }
}

const owing = (state: State, random: DemoRandom): State => {
  const pastDue = cents(random.between(4000, 25_000))
  const newer = cents(random.between(3000, 20_000))
  return {
    ...state,
    lateFee: cents(Math.round(pastDue * 0.015)),
    balance: { ...state.balance, pastDue, balance: cents(pastDue + newer) },
  }
}

const inCutoff = (state: State, fees: Partial<DemoBalance>): State => ({
  ...state,
  balance: { ...state.balance, ...fees, cutoffAmount: state.balance.pastDue },
})

const nothingDue: DemoBalance = {
  balance: zeroCents,
  pastDue: zeroCents,
  dueDate: null,
  cutoffAmount: zeroCents,
  cutoffDate: null,
  reconnectFee: zeroCents,
  additionalDeposit: zeroCents,
  disconnectFee: zeroCents,
  overPayAmount,
  prepaidMinimum: zeroCents,
  prepaidReconnect: zeroCents,
}

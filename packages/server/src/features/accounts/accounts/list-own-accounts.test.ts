import {
  accounts,
  type AccountTotals,
  type ListedAccount,
} from '@coopline/contract/accounts/accounts/accounts.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount, bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedCredit } from '../../../testing/seed-credit.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))

interface Page {
  readonly results: ListedAccount[]
  readonly totalRecords: number
}

const ask = async (query: Readonly<Record<string, string>>) =>
  portal.call(accounts.list, { ...ada, params: { memberNumber: ada.memberNumber }, query })
const list = async (query: Readonly<Record<string, string>> = {}) => (await ask(query)).json<Page>()
const numbers = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).results.map((account) => account.accountNumber)
const totals = async () =>
  (await portal.call(accounts.totals, { ...ada, params: { memberNumber: ada.memberNumber } })).json<AccountTotals>()

const second = anAccount('100100102').secondary()
const third = anAccount('100100103').secondary()

describe('searching', () => {
  beforeEach(async () => {
    const elm = { service_street: '88 Elm_Grove Rd', service_city: 'Altoona', holder_name: 'Oak Farm LLC' }
    await seedAccount(portal.db, second.secondary('Water').with(elm))
    await seedAccount(portal.db, third.with({ service_street: '5 100% Hill', holder_name: 'Greta Lindqvist' }))
    await seedAccount(portal.db, bensAccount.with({ service_street: '9 Elm_Grove Rd' }))
  })

  test('finds accounts by part of their number, street, holder or type, case-insensitively', async () => {
    expect(await numbers({ search: '00102' })).toEqual(['100100102'])
    expect(await numbers({ search: 'OAK ST' })).toEqual(['100100101'])
    expect(await numbers({ search: 'greta' })).toEqual(['100100103'])
    expect(await numbers({ search: 'water' })).toEqual(['100100102'])
  })

  test('every word must occur, each of them anywhere, and the total counts what was found', async () => {
    expect(await list({ search: '  lindqvist   electric ', pageSize: '1' })).toMatchObject({
      results: [{ accountNumber: '100100101' }],
      totalRecords: 2,
    })
    expect(await list({ search: 'water greta' })).toEqual({ results: [], totalRecords: 0 })
  })

  test('wildcards of the database mean themselves', async () => {
    expect(await numbers({ search: '100%' })).toEqual(['100100103'])
    expect(await numbers({ search: 'elm_grove' })).toEqual(['100100102'])
    expect(await numbers({ search: '_' })).toEqual(['100100102'])
    expect(await numbers({ search: String.raw`\ ` })).toEqual([])
    expect(await numbers({ search: "' or 1=1 --" })).toEqual([])
  })

  test('never finds accounts of another member', async () => {
    expect(await numbers({ search: 'ortega' })).toEqual([])
  })

  test('a parameter, sort key or order that is not in the list is refused', async () => {
    for (const query of [
      { search: 'x'.repeat(61) },
      { sort: 'member_number' },
      { sort: 'accountBalance desc' },
      { order: 'up' },
      { filter: 'x' },
      { pageSize: '101' },
    ])
      expect((await ask(query)).statusCode, JSON.stringify(query)).toBe(400)
  })

  test('the search text reaches the database as a value, never as a part of the statement [SEC-56]', async () => {
    const statementsOf = recordStatements(portal)
    const statements = await statementsOf(async () => list({ search: 'zyxw', sort: 'accountBalance', order: 'desc' }))
    expect(statements.some((text) => text.includes('ilike'))).toBe(true)
    expect(statements.filter((text) => text.includes('zyxw'))).toEqual([])
  })
})

test('lists a member’s accounts of every service type [RT-01, CG-43]', async () => {
  await seedAccount(portal.db, second.secondary('Water'))
  await seedAccount(portal.db, third.secondary('Propane'))
  const { results } = await list({ sort: 'accountNumber' })
  expect(results.map(({ accountType }) => accountType)).toEqual(['Electric', 'Water', 'Propane'])
})

describe('sorting', () => {
  beforeEach(async () => {
    const zoe = { holder_name: 'zoe', service_street: '1 Elm', derived_status: 'Past Due' }
    const due = second
      .owing(20_000)
      .pastDue(5_000)
      .withBalance({ due_date: calendarDate('2026-11-01') })
    await seedAccount(portal.db, due.secondary('water').with(zoe))
    const bo = { holder_name: 'Bo', service_street: 'apple Way', derived_status: 'Disconnected' }
    const notDue = third.owing(-500).pastDue(7_000).withBalance({ due_date: null })
    await seedAccount(portal.db, notDue.secondary('Gas').with(bo))
  })

  const inOrder = async (sort: string) => [
    await numbers({ sort, order: 'asc' }),
    await numbers({ sort, order: 'desc' }),
  ]
  const [a, b, c] = ['100100101', '100100102', '100100103']

  test('sorts by each column, up and down; an account without a due date is last both ways', async () => {
    expect(await inOrder('accountNumber')).toEqual([
      [a, b, c],
      [c, b, a],
    ])
    expect(await inOrder('accountHolderName')).toEqual([
      [a, c, b],
      [b, c, a],
    ])
    expect(await inOrder('accountType')).toEqual([
      [a, c, b],
      [b, c, a],
    ])
    expect(await inOrder('serviceAddress')).toEqual([
      [b, a, c],
      [c, a, b],
    ])
    expect(await inOrder('derivedStatus')).toEqual([
      [a, c, b],
      [b, c, a],
    ])
    expect(await inOrder('accountBalance')).toEqual([
      [c, a, b],
      [b, a, c],
    ])
    expect(await inOrder('pastDueAmount')).toEqual([
      [a, b, c],
      [c, b, a],
    ])
    expect(await inOrder('dueDate')).toEqual([
      [b, a, c],
      [a, b, c],
    ])
  })

  test('the balance that counts is the one that is shown: what was paid here is off', async () => {
    await seedCredit(portal.database.owner, b, 19_000)
    expect((await list({ sort: 'accountBalance', order: 'desc' })).results.map((one) => one.accountBalance)).toEqual([
      14_237, 1_000, -500,
    ])
    expect((await list({ sort: 'pastDueAmount', order: 'desc' })).results.map((one) => one.pastDueAmount)).toEqual([
      7_000, 0, 0,
    ])
  })

  test('equal accounts are sorted by number, so that no page repeats one', async () => {
    await seedAccount(portal.db, anAccount('100100104').secondary('Gas'))
    expect(await numbers({ sort: 'accountType', order: 'asc', pageSize: '2' })).toEqual([a, c])
    expect(await numbers({ sort: 'accountType', order: 'asc', pageSize: '2', page: '2' })).toEqual(['100100104', b])
  })
})

test('the account list answers results, each with accountNumber and isPrimaryAccount, and totalRecords [AS-29, DU-31]', async () => {
  await seedAccount(portal.db, second)
  const answer = await list({ pageSize: '2' })
  expect(answer.totalRecords).toBe(2)
  expect(answer.results.map((one) => [one.accountNumber, one.isPrimaryAccount])).toEqual([
    ['100100101', true],
    ['100100102', false],
  ])
})

describe('what is owed in all', () => {
  test('the total is the sum of the balances above zero, less the payments made here', async () => {
    await seedAccount(portal.db, second.owing(-9_900))
    await seedAccount(portal.db, third.owing(10_000).pastDue(4_000))
    expect(await totals()).toEqual({ totalRecords: 3, totalOwed: 24_237, totalPastDue: 4_000 })
    await seedCredit(portal.database.owner, '100100103', 3_000)
    expect(await totals()).toEqual({ totalRecords: 3, totalOwed: 21_237, totalPastDue: 1_000 })
  })

  test('counts what a prepaid account has used beyond what was paid, and not what is left on it', async () => {
    await seedAccount(portal.db, second.prepaid().owing(1_244))
    await seedAccount(portal.db, third.prepaid().owing(-3_550))
    expect(await totals()).toMatchObject({ totalOwed: 14_237 + 3_550 })
    await seedCredit(portal.database.owner, '100100103', 2_000)
    expect(await totals()).toMatchObject({ totalOwed: 14_237 + 1_550 })
    const { results } = await list({ sort: 'accountBalance', order: 'asc' })
    expect(results.map((one) => [one.isPrepaidAccount, one.accountBalance])).toEqual([
      ['Y', -1_550],
      ['Y', 1_244],
      ['N', 14_237],
    ])
  })
})

describe('a member with 5,000 accounts', () => {
  beforeEach(async () => {
    await sql`insert into cis.account select (200000000 + n)::text, '10001', false, 'Ada Lindqvist',
        case when n % 5 = 0 then 'Water' else 'Electric' end, 'Active', 'Current', n || ' Field Rd', 'Eau Claire', 'WI', '54701', 'L1',
        false, '', 'Standard', true, true, false from generate_series(1, 4999) as n`.execute(portal.db)
    await sql`insert into cis.balance select (200000000 + n)::text, n, 0, '2026-12-01', 0, null, 0, 0, 0, 0, 0, 0, 0, 0, false
      from generate_series(1, 4999) as n`.execute(portal.db)
  })

  test('each answer is one page in the right order, with the right total', async () => {
    const last = await list({ sort: 'accountBalance', order: 'desc', pageSize: '10', page: '500' })
    expect(last.totalRecords).toBe(5_000)
    expect(last.results.map((one) => one.accountBalance)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await list({ sort: 'accountBalance', order: 'desc', pageSize: '10', page: '501' })).toEqual({
      results: [],
      totalRecords: 5_000,
    })
    const water = await list({ search: 'water', pageSize: '100', page: '10' })
    expect(water.totalRecords).toBe(999)
    expect(water.results).toHaveLength(99)
    expect(await totals()).toEqual({ totalRecords: 5_000, totalOwed: 14_237 + (4_999 * 5_000) / 2, totalPastDue: 0 })
  })

  test('an answer without a page size is one page too', async () => {
    expect((await list()).results).toHaveLength(100)
  })
})

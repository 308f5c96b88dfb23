import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { beforeEach, describe, expect, it } from 'vitest'
import { payingSettings, tryToVerify } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { quickPayCommand } from './quick-pay.command.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => seedAccount(portal.db))

const [account, other] = ['100100101', '100100102']
const day = 24 * 3600
let addresses = 0
/** Returns an address in a network that has not called before. */
const newAddress = () => `203.${Math.floor((addresses += 1) / 250)}.${addresses % 250}.1`

const guess = async (phoneLastFourDigits: string, accountNumber = account) =>
  tryToVerify(portal, { accountNumber, phoneLastFourDigits, from: newAddress() })

/** Verifies an account. @returns the status and the cookie that the browser sends from then on. */
async function verify(cookie?: string, accountNumber = account, phoneLastFourDigits = '4821') {
  const headers = cookie === undefined ? {} : { cookie }
  const answer = await tryToVerify(portal, { accountNumber, phoneLastFourDigits, from: newAddress(), headers })
  const set = answer.cookies.find(({ name }) => name === '__Host-portal_payer')
  return { status: answer.statusCode, cookie: set && `${set.name}=${set.value}` }
}

/** Tries the hundred candidates of a phone that ends in 21, five each day, like a stranger who knows these two digits. */
async function guessForDays(days: number, accounts: readonly string[] = [account]): Promise<number> {
  const candidates = Array.from({ length: 100 }, (_none, n) => `${String(n).padStart(2, '0')}21`)
  for (let n = 0; n < days; n += 1) {
    for (const accountNumber of accounts)
      for (const digits of candidates.splice(0, 5)) {
        const answer = await guess(digits, accountNumber)
        if (answer.statusCode === 200) return n
      }
    portal.clock.advance(day)
  }
  return days
}

const countedFailures = async () => {
  const rows = await portal.db.selectFrom('portal.attempt_counter').selectAll().execute()
  return rows.find(({ kind }) => kind === 'quick-pay.member-year')?.attempted_at.length
}

describe('a stranger who knows two of the four digits', () => {
  it('a stranger who knows two of the four digits has twelve guesses at a chosen account in a year, so a hundred candidates last', async () => {
    expect(await guessForDays(25)).toBe(25)
    expect(await countedFailures()).toBe(12)
    for (let month = 0; month < 11; month += 1) {
      portal.clock.advance(30 * day)
      for (let n = 0; n < 5; n += 1) expect((await guess(`${month}${n}21`.slice(-4))).statusCode).toBe(401)
    }
    expect(await countedFailures()).toBe(12)
  })

  it('a stranger who knows two of the four digits has no more guesses at a member with several accounts', async () => {
    await seedAccount(portal.db, anAccount(other))
    expect(await guessForDays(12, [account, other])).toBe(12)
    expect(await countedFailures()).toBe(12)
  })

  it('a stranger has twelve guesses at a member with several accounts when all are made at once', async () => {
    portal.set({ quickPayFailuresPerAccountPerDay: 100 })
    await seedAccount(portal.db, anAccount(other))
    const guesses = Array.from({ length: 40 }, async (_none, n) =>
      guess(String(n).padStart(4, '0'), n % 2 === 0 ? account : other),
    )
    await Promise.all(guesses)
    expect(await countedFailures()).toBe(12)
  })

  it('gets the same answer for right digits and wrong ones once the year is used up, which the audit marks', async () => {
    await guessForDays(3)
    const refused = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'quick-pay.refused')
      .execute()
    expect(refused.map(({ detail }) => detail)).toEqual([
      ...Array.from({ length: 11 }, () => ({})),
      { spent: 'member' },
      {},
      {},
      {},
    ])
    const answers = [await guess('4821'), await guess('0000'), await guess('4821', '999999999999')]
    const normalized = answers.map((answer) => ({
      status: answer.statusCode,
      headers: { ...answer.headers, date: '' },
      body: { ...answer.json<object>(), requestId: '' },
    }))
    expect(normalized[0]).toMatchObject({ status: 401, body: { detail: 'Unauthorized access.' } })
    expect(normalized[1]).toEqual(normalized[0])
    expect(normalized[2]).toEqual(normalized[0])
  })

  it('a stranger who knows two of the four digits cannot use up the year in a day: guesses that are not checked do not count', async () => {
    for (let n = 0; n < 40; n += 1) await guess(String(n).padStart(4, '0'))
    expect(await countedFailures()).toBe(5)
    portal.clock.advance(day)
    expect((await verify()).status).toBe(200)
  })
})

describe('a payer whose account a stranger has used up', () => {
  it('gets in with a browser that has verified the account before, from any address', async () => {
    const { cookie } = await verify()
    await guessForDays(3)
    expect((await verify()).status).toBe(401)
    expect((await verify(cookie)).status).toBe(200)
    portal.clock.advance(364 * day)
    expect((await verify(cookie)).status).toBe(200)
  })

  it('a payer whose account a stranger has used up is not let in by a cookie of another account, or one that the portal did not make', async () => {
    await seedAccount(portal.db, anAccount(other).of(ben.with({ phones: ['7155550199'] })))
    const { cookie } = await verify(undefined, other, '0199')
    await guessForDays(3)
    expect((await verify(cookie)).status).toBe(401)
    const invented = `__Host-portal_payer=${'a'.repeat(43)}`
    expect((await verify(invented)).status).toBe(401)
    expect((await verify(invented, other, '0199')).cookie).not.toBe(invented)
  })

  it('keeps one cookie for several accounts, and ten browsers for each account', async () => {
    await seedAccount(portal.db, anAccount(other))
    const { cookie } = await verify()
    expect((await verify(cookie, other)).cookie).toBe(cookie)
    for (let n = 0; n < 12; n += 1) {
      portal.clock.advance(60)
      await verify()
    }
    const rows = await portal.db.selectFrom('portal.quick_pay_browser').select('account_number').execute()
    expect(rows.filter((row) => row.account_number === account)).toHaveLength(10)
  })

  it('gets in after the office has reopened the account, which the audit keeps', async () => {
    await guessForDays(3)
    const outcome = await quickPayCommand.run(portal.deps, ['reopen', account, '--by', 'Dana, billing'])
    expect(outcome).toEqual({ output: `Quick Pay takes new attempts for account ${account}.`, exitCode: 0 })
    expect((await verify()).status).toBe(200)
    const entry = await portal.db
      .selectFrom('portal.audit')
      .select(['account_number', 'detail'])
      .where('kind', '=', 'quick-pay.reopened')
      .executeTakeFirst()
    expect(entry).toMatchObject({ account_number: account, detail: { by: 'Dana, billing' } })
  })
})

describe('a browser that has verified an account', () => {
  it('gets in again after the office has reopened the account, whose digits its payer mistyped too often', async () => {
    const [first, second] = [(await verify()).cookie, (await verify()).cookie]
    for (const cookie of [first, second]) {
      for (let n = 0; n < 5; n += 1) await verify(cookie, account, '0000')
      expect((await verify(cookie)).status).toBe(401)
    }
    await quickPayCommand.run(portal.deps, ['reopen', account, '--by', 'Dana, billing'])
    expect((await verify(first)).status).toBe(200)
    expect((await verify(second)).status).toBe(200)
  })

  it('a browser that has verified an account has its own count of failures, so a thief of its cookie has twelve guesses in a year too', async () => {
    const { cookie } = await verify()
    for (let n = 0; n < 36; n += 1) {
      for (let digits = 0; digits < 5; digits += 1) await verify(cookie, account, `00${digits}0`)
      portal.clock.advance(10 * day)
    }
    const counters = await portal.db.selectFrom('portal.attempt_counter').selectAll().execute()
    const year = counters.filter(({ kind }) => kind === 'quick-pay.member-year')
    const counted = year.map(({ attempted_at: attempts }) => attempts.length)
    expect(counted.toSorted((a, b) => a - b)).toEqual([0, 12])
    // The count of the member is unchanged, so a new browser can still verify.
    expect((await verify()).status).toBe(200)
  })

  it('a payer who mistypes the digits twice at each of five visits gets in each time', async () => {
    const { cookie } = await verify()
    for (let visit = 0; visit < 5; visit += 1) {
      for (let n = 0; n < 2; n += 1) await verify(cookie, account, '0000')
      expect((await verify(cookie)).status).toBe(200)
      portal.clock.advance(3 * day)
    }
  })

  it('a browser that has verified an account has five failures in a day, also when the payer verifies it in between', async () => {
    const { cookie } = await verify()
    for (const digits of ['0000', '1111', '2222', '4821', '3333', '4444']) await verify(cookie, account, digits)
    expect((await verify(cookie)).status).toBe(401)
    portal.clock.advance(day)
    expect((await verify(cookie)).status).toBe(200)
  })

  it('a browser that has verified an account has twelve failures in a year all the same: visits of the payer give a thief of the cookie no new guesses', async () => {
    const { cookie } = await verify()
    const guessFourTimes = async () => {
      for (const digits of ['0000', '1111', '2222', '3333']) await verify(cookie, account, digits)
    }
    for (let month = 0; month < 2; month += 1) {
      await guessFourTimes()
      expect((await verify(cookie)).status).toBe(200)
      portal.clock.advance(31 * day)
    }
    await guessFourTimes()
    portal.clock.advance(31 * day)
    expect((await verify(cookie)).status).toBe(401)
    expect((await verify()).status).toBe(200)
  })
})

describe('the command quick-pay', () => {
  it.each([
    [['reopen'], 2],
    [['reopen', account], 2],
    [['open', account, '--by', 'Dana'], 2],
    [['reopen', '999', '--by', 'Dana'], 1],
  ])('refuses %j with exit code %i', async (args, exitCode) => {
    expect((await quickPayCommand.run(portal.deps, args)).exitCode).toBe(exitCode)
  })
})

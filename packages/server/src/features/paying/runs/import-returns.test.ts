import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { describe, expect, it } from 'vitest'
import { publicData } from '@coopline/testing/public-data'
import { addenda, answered, collectEntry, importLines } from '../../../testing/returns-in-test.ts'
import { electric } from '../../../testing/drafts-in-test.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { giveToBen } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { bankDraft, newItem, removalOf } from '../drafts/drafts.fixtures.ts'
import { openBankNumbers } from '../drafts/public.ts'
import { readReturns } from './read-returns.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))

const collected = async (date?: string) => collectEntry(ada, date)
const imported = async (lines: readonly string[], end?: string) => importLines(portal.deps, lines, end)
const mails = async (word: string) =>
  (await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()).filter(({ subject }) =>
    subject.includes(word),
  )
const kinds = async () =>
  (await portal.db.selectFrom('outbox.event').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
const states = async () => (await ada.payments()).map(({ state }) => state)
const hasDraft = async () => (await ada.stored())[0]?.draft_type !== null
const bankNumbers = async () =>
  openBankNumbers(portal.deps.keys, (await ada.stored())[0]?.bank_numbers ?? new Uint8Array(), electric)

describe('a return of the bank', () => {
  it('reverses the payment to the cent, notifies the member and stops the draft of a closed account', async () => {
    const entry = await collected()
    expect(await imported(answered(entry, 'R02'))).toEqual({ exitCode: 0, output: 'returned, no-more-checks  1' })
    expect(await states()).toEqual(['returned'])
    expect(await ada.entries()).toEqual([
      { ledger_account: 'bank-clearing', amount: 14_237 },
      { ledger_account: `member-account/${electric}`, amount: -14_237 },
      { ledger_account: 'bank-clearing', amount: -14_237 },
      { ledger_account: `member-account/${electric}`, amount: 14_237 },
    ])
    expect(await mails('$142.37 was returned')).toHaveLength(1)
    expect(await mails('Your draft payment was stopped')).toHaveLength(1)
    expect(await kinds()).toEqual(expect.arrayContaining(['payment-returned', 'draft.removed']))
    expect(await hasDraft()).toBe(false)
    expect(await ada.runOn('2027-01-15')).toBe(true)
    expect(await states()).toEqual(['returned'])
  })

  it('takes nothing from the next holder for a returned debit of the former one', async () => {
    portal.set({ returnedPaymentFee: cents(2_500) })
    const entry = await collected()
    const [draft] = await portal.db.selectFrom('portal.draft').selectAll().execute()
    if (draft === undefined) throw new Error('No draft')
    await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
    await giveToBen(portal.db, electric)
    const owned = { ...draft, member_number: '10002', event_id: draft.event_id + 1_000, fee_terms: null }
    await portal.db.insertInto('portal.draft').values(owned).execute()
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(5_000) })
      .execute()
    await imported(answered(entry, 'R01'))
    expect(await states()).toEqual(['returned'])
    await ada.runOn('2027-01-15')
    expect((await ada.items()).at(-1)).toMatchObject({ due_date: '2027-01-15', state: 'booked', amount: 5_000 })
  })

  it('changes nothing when the same file is imported again', async () => {
    const entry = await collected()
    await imported(answered(entry, 'R02'))
    expect(await imported(answered(entry, 'R02'))).toEqual({ exitCode: 0, output: 'applied before            1' })
    expect(await ada.entries()).toHaveLength(4)
    expect(await mails('was returned')).toHaveLength(1)
  })

  it('applies a return that could not be reversed once the cause is removed', async () => {
    const entry = await collected()
    const requested = async (amount: number) =>
      portal.db
        .updateTable('pay.payment')
        .set({ amount: cents(amount) })
        .execute()
    await requested(14_236)
    const failed = await imported(answered(entry, 'R02'))
    expect([failed.exitCode, failed.output]).toEqual([1, expect.stringContaining('could not be reversed')])
    await requested(14_237)
    expect(await imported(answered(entry, 'R02'))).toEqual({ exitCode: 0, output: 'returned, no-more-checks  1' })
    expect([await states(), await hasDraft()]).toEqual([['returned'], false])
  })

  it('forbids electronic checks where the payer refuses debits, and notifies the cooperative', async () => {
    const entry = await collected()
    await imported(answered(entry, 'R10'))
    const account = portal.db.selectFrom('cis.account').select('no_more_checks').where('account_number', '=', electric)
    expect(await account.executeTakeFirst()).toEqual({ no_more_checks: true })
    expect(await kinds()).toContain('account.no-more-checks')
    expect(await hasDraft()).toBe(false)
  })

  it('presents a debit without cover again, with the same amount, twice at most, in a file of its own', async () => {
    const dates = ['2026-12-15', '2026-12-18', '2026-12-23']
    for (const date of dates) await imported(answered(await collected(date), 'R01'))
    expect((await ada.payments()).map(({ amount, state }) => [amount, state])).toEqual([
      [14_237, 'returned'],
      [14_237, 'returned'],
      [14_237, 'returned'],
    ])
    expect(ada.files().map(({ lines }) => lines[1]?.slice(53, 63))).toEqual(['UTIL PMT  ', 'RETRY PYMT', 'RETRY PYMT'])
    expect(await hasDraft()).toBe(false)
    await ada.runOn('2026-12-29')
    expect(await ada.payments()).toHaveLength(3)
  })

  it('charges the fee for a return once, also when the debit is presented again and returned again', async () => {
    portal.set({ returnedPaymentFee: cents(2_500) })
    const dates = ['2026-12-15', '2026-12-18', '2026-12-23']
    for (const date of dates) {
      const entry = await collected(date)
      await imported(answered(entry, 'R01'))
      await imported(answered(entry, 'R01'))
    }
    expect(await states()).toEqual(['returned', 'returned', 'returned'])
    const fees = (await ada.entries()).filter(({ ledger_account }) => ledger_account === 'return-fee')
    expect(fees).toEqual([{ ledger_account: 'return-fee', amount: -2_500 }])
    const owed = portal.db.selectFrom('pay.unacknowledged_credit').select((all) => all.fn.sum('amount').as('sum'))
    expect(Number((await owed.executeTakeFirstOrThrow()).sum)).toBe(-2_500)
  })

  it('charges no fee for a return that is not the fault of the member', async () => {
    portal.set({ returnedPaymentFee: cents(2_500) })
    await imported(answered(await collected(), 'R06'))
    expect(await states()).toEqual(['returned'])
    expect(await kinds()).not.toContain('payment-return-fee')
  })

  it('does not present again what is paid while the run decides, and nothing where the cooperative runs drafts or offers none [REQ-D-017]', async () => {
    portal.set(payingSettings)
    await imported(answered(await collected(), 'R01'))
    for (const off of [{ portalRunsDrafts: false }, { allowBankDraft: false, allowCreditDraft: false }]) {
      portal.set(off)
      await ada.runOn('2026-12-18')
      expect((await ada.items()).map(({ kind }) => kind)).toEqual(['draft'])
      portal.set({ portalRunsDrafts: true, allowBankDraft: true })
      await portal.db.deleteFrom('pay.run').where('run_date', '=', calendarDate('2026-12-18')).execute()
    }
    await ada.runWhilePaying('2026-12-18', [electric, 14_237])
    const outcome = async () => (await ada.items()).at(-1)
    expect(await outcome()).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'payment-open' })
    await ada.runOn('2026-12-21')
    expect(await outcome()).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'nothing-due' })
  })

  it('presents a debit again on the next banking day after an open payment expires', async () => {
    portal.set(payingSettings)
    await imported(answered(await collected(), 'R01'))
    portal.clock.set('2026-12-18T19:55:00Z')
    const session = await seedSession(portal, ada.own.loginId)
    await payAsMember(portal, { ...ada.own, ...session }, [[electric, 100]])
    await ada.runOn('2026-12-18')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'payment-open' })
    await portal.db.updateTable('pay.payment').set({ state: 'expired' }).where('origin', '=', 'member').execute()
    for (const date of ['2026-12-21', '2026-12-22']) await ada.runOn(date)
    expect((await ada.items()).filter(({ kind }) => kind === 'retry')).toMatchObject([
      { run_date: '2026-12-21', state: 'booked', amount: 14_237 },
    ])
    expect((await ada.payments()).filter(({ origin }) => origin === 'bank')).toHaveLength(2)
  })

  it('restricts the checks of the payer, not of the next holder of the account', async () => {
    const entry = await collected()
    await giveToBen(portal.db, electric)
    await imported(answered(entry, 'R10'))
    const account = portal.db.selectFrom('cis.account').select('no_more_checks').where('account_number', '=', electric)
    expect(await account.execute()).toEqual([{ no_more_checks: false }])
    expect(await states()).toEqual(['returned'])
  })

  it('does not present again what was paid in another way', async () => {
    await imported(answered(await collected(), 'R01'))
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(100) })
      .execute()
    await ada.runOn('2026-12-18')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'nothing-due' })
    expect(await hasDraft()).toBe(true)
  })

  it.each([
    ['what was paid in another way when the next bill is imported', 5_000, 'skipped'],
    ['what is still owed beside the next bill', 14_237, 'booked'],
  ])('decides by the bills of before the debit about %s', async (_, owed, state) => {
    await imported(answered(await collected(), 'R01'))
    await seedBill(portal.db, { bill_date: calendarDate('2026-12-17'), amount: cents(15_000) })
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(owed + 15_000) })
      .execute()
    await ada.runOn('2026-12-18')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state })
  })

  it('presents nothing again once the cooperative has set up AutoPay in its own system', async () => {
    await imported(answered(await collected(), 'R01'))
    await portal.db.insertInto('cis.account_detail').values({ account_number: electric, has_autopay: true }).execute()
    await ada.runOn('2026-12-18')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'autopay' })
  })

  it('stops the draft when its prenote is returned, without any payment', async () => {
    portal.set({ achPrenotes: true })
    const entry = await collected('2026-12-11')
    expect(entry.slice(0, 3)).toBe('628')
    await imported(answered(entry, 'R03'))
    expect(await hasDraft()).toBe(false)
    await ada.runOn('2026-12-17')
    expect(await ada.payments()).toEqual([])
  })
})

describe('a notification of change', () => {
  it('corrects the stored numbers and notifies the member and the cooperative', async () => {
    const entry = await collected()
    const data = `091000019   ${'1918171614'.padEnd(17)}`
    expect(await imported(answered(entry, 'C03', data))).toEqual({ exitCode: 0, output: 'corrected                 1' })
    expect(await bankNumbers()).toEqual({ routingNumber: '091000019', bankAccountNumber: '1918171614' })
    expect(await ada.stored()).toMatchObject([{ account_ending: '1614', draft_type: 'DAY_OF_MONTH', draft_day: 15 }])
    expect(await mails('Your bank corrected your draft payment')).toHaveLength(1)
    expect(await states()).toEqual(['confirmed'])
    for (const table of ['outbox.event', 'outbox.message', 'portal.audit', 'pay.bank_return'] as const)
      expect(JSON.stringify(await portal.db.selectFrom(table).selectAll().execute()), table).not.toContain('1918171614')
    expect(portal.logLines.join('')).not.toContain('1918171614')
    expect(await imported(answered(entry, 'C03', data))).toMatchObject({ output: 'applied before            1' })
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(30_000) })
      .execute()
    expect(await collected('2027-01-15')).toContain('0910000191918171614       0000015763')
  })

  it('collects with the corrected numbers what waits for an open payment', async () => {
    portal.set(payingSettings)
    const entry = await collected()
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(30_000), over_pay_amount: cents(30_000) })
      .execute()
    portal.clock.set('2027-01-15T19:55:00Z')
    const session = await seedSession(portal, ada.own.loginId)
    await payAsMember(portal, { ...ada.own, ...session }, [[electric, 15_763]])
    await ada.runOn('2027-01-15')
    expect((await ada.items()).at(-1)).toMatchObject({ state: 'skipped', reason: 'payment-open' })
    await imported(answered(entry, 'C05', '37'))
    await portal.db.updateTable('pay.payment').set({ state: 'expired' }).where('origin', '=', 'member').execute()
    expect((await collected('2027-01-19')).slice(1, 3)).toBe('37')
    expect((await ada.items()).at(-1)).toMatchObject({ due_date: '2027-01-15', state: 'booked', amount: 15_763 })
  })

  it.each([
    ['a blank', 'C06', `${'98765 432'.padEnd(20)}22`, '98765 432', '5432'],
    ['hyphens', 'C01', '12-3456-78', '12-3456-78', '5678'],
    ['a letter', 'C01', '98765435X', '98765435X', '435X'],
  ])('keeps %s in a corrected account number as the bank wrote it', async (_, code, data, number, ending) => {
    const entry = await collected()
    expect(await imported(answered(entry, code, data))).toMatchObject({ exitCode: 0 })
    expect((await bankNumbers())?.bankAccountNumber).toBe(number)
    expect(await ada.stored()).toMatchObject([{ account_ending: ending }])
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(30_000) })
      .execute()
    expect(await collected('2027-01-15')).toContain(`${number.padEnd(17)}0000015763`)
  })

  it.each([
    ['a routing number that is none', 'C02', '091000018'],
    ['an account number with other characters', 'C01', '12*456'],
    ['no account number', 'C01', ''],
  ])('leaves the draft as it is when the bank sends %s, and raises an alarm [REQ-D-284]', async (_, code, data) => {
    const entry = await collected()
    const before = await bankNumbers()
    const output = expect.stringContaining(`has a correction (${code}) that names no bank account`)
    for (let times = 0; times < 2; times += 1)
      expect(await imported(answered(entry, code, data))).toMatchObject({ exitCode: 1, output })
    expect([await hasDraft(), await bankNumbers()]).toEqual([true, before])
    expect(await mails('Your draft payment was stopped')).toEqual([])
    const alarms = async () => portal.db.selectFrom('pay.alarm').select(['kind', 'detail', 'figures']).execute()
    const hash = createHash('sha256').update(data.padEnd(29)).digest('hex').slice(0, 8)
    const raised = { kind: 'bank-correction', detail: { code }, figures: expect.not.stringContaining(hash) }
    expect(await alarms()).toMatchObject([raised])
    await portal.db.updateTable('pay.alarm').set({ settled_at: portal.clock.now() }).execute()
    await imported(answered(entry, code, data))
    expect(await alarms()).toMatchObject([raised])
    await imported(answered(entry, code, `${data}*`))
    expect(await alarms()).toMatchObject([raised, raised])
  })
})

describe('a return of a debit whose draft the bank corrected since', () => {
  const correct = async (entry: string) => imported(answered(entry, 'C05', '37'))

  it('stops the corrected draft', async () => {
    const entry = await collected()
    await correct(entry)
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(30_000) })
      .execute()
    await correct(await collected('2027-01-15'))
    await imported(answered(entry, 'R15'))
    expect([await states(), await hasDraft()]).toEqual([['returned', 'confirmed'], false])
  })

  it('presents the debit again with the corrected numbers', async () => {
    const entry = await collected()
    await correct(entry)
    await imported(answered(entry, 'R01'))
    expect((await collected('2026-12-18')).slice(1, 3)).toBe('37')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state: 'booked', amount: 14_237 })
  })

  it('leaves a draft that the member set up since', async () => {
    const entry = await collected()
    await correct(entry)
    const session = { ...ada.own, ...(await seedSession(portal, ada.own.loginId)) }
    const draftAccounts = [newItem({ draftStartDate: calendarDate('2026-12-20') })]
    for (const body of [removalOf(electric), bankDraft({ draftAccounts })])
      expect((await portal.call(drafts.update, { ...session, body })).statusCode).toBe(200)
    await imported(answered(entry, 'R15'))
    expect(await hasDraft()).toBe(true)
  })
})

describe('a file with faults', () => {
  it('reports each bad line with its number and applies the others', async () => {
    const entry = await collected()
    const unknown = entry.slice(0, 79) + '091000010009999'
    const otherAmount = entry.replace('0000014237', '0000014238')
    const { output, exitCode } = await imported([
      '101 what the bank calls its file',
      ...answered(unknown, 'R01'),
      ...answered(otherAmount, 'R01'),
      ...answered(entry, 'R61'),
      ...answered(entry, 'C04', 'SMITH'),
      answered(entry, 'R01')[0] ?? '',
      addenda(entry, 'Q99'),
      addenda(entry, 'R01'),
      'what is this',
      ...answered(entry, 'R02'),
    ])
    expect(exitCode).toBe(1)
    expect(output.split('\n')).toEqual([
      'FILE, line 2: names trace number 091000010009999, which no entry of ours has',
      'FILE, line 4: returns another amount than we collected',
      'FILE, line 6: has code R61, which is not the return of a debit',
      "FILE, line 8: has code C04, which corrects no bank account: tell the payer's bank",
      'FILE, line 11: is no addenda of a return or a notification of change',
      'FILE, line 12: belongs to no entry',
      'FILE, line 13: is of an unexpected type',
      'returned, no-more-checks  1',
      '7 lines need a person. The others were applied.',
    ])
    expect(await states()).toEqual(['returned'])
    const audits = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'runs.return-not-applied')
      .execute()
    expect(audits).toHaveLength(7)
  })

  it('is read without trailing blanks, and without line ends', async () => {
    const entry = await collected()
    const lines = answered(entry, 'R02')
    expect(readReturns(lines.map((line) => line.trimEnd()).join('\r\n')).returns).toMatchObject([{ code: 'R02' }])
    expect(readReturns(lines.join('')).returns).toMatchObject([{ code: 'R02', amount: 14_237 }])
    expect(await imported([join('no', 'return')])).toMatchObject({ exitCode: 1 })
  })
})

const noMoreChecks = async () =>
  (
    await portal.db.selectFrom('cis.account').select('no_more_checks').where('account_number', '=', electric).execute()
  )[0]?.no_more_checks

describe('the rules of Nacha', () => {
  it.each(['R01', 'R09'])(
    'present a debit returned with %s again twice, whichever of the two codes follows [REL-19]',
    async (code) => {
      const entry = await collected()
      await imported(answered(entry, code))
      await imported(answered(await collected('2026-12-18'), code === 'R01' ? 'R09' : 'R01'))
      expect(await hasDraft()).toBe(true)
      await imported(answered(await collected('2026-12-23'), code))
      expect(await hasDraft()).toBe(false)
      const returned = portal.db.selectFrom('pay.bank_return').select(['action', 'original_on']).orderBy('item_id')
      expect(await returned.execute()).toEqual([
        { action: 'retry', original_on: '2026-12-16' },
        { action: 'retry', original_on: '2026-12-16' },
        { action: 'stop', original_on: '2026-12-16' },
      ])
      await ada.runOn('2026-12-29')
      expect(await ada.payments()).toHaveLength(3)
    },
  )

  it('do not present a debit again whose return is imported half a year later [REL-19]', async () => {
    const entry = await collected()
    portal.clock.set('2027-06-11T20:00:00Z')
    expect(await imported(answered(entry, 'R01'))).toMatchObject({ output: 'returned, stop            1' })
    expect(await hasDraft()).toBe(false)
  })

  it.each(['R02', 'R03', 'R04', 'R07', 'R08', 'R10', 'R29'])(
    'stop the draft and the checks after %s, and reverse the payment once when the bank returns it twice [REL-19]',
    async (code) => {
      const entry = await collected()
      await imported([...answered(entry, code), ...answered(entry, code)])
      // The bank corrects itself: it returns the same debit with another reason.
      await imported(answered(entry, code === 'R02' ? 'R03' : 'R02'))
      expect([await hasDraft(), await noMoreChecks(), await states()]).toEqual([false, true, ['returned']])
      expect(await ada.entries()).toHaveLength(4)
      expect((await ada.entries()).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      expect((await kinds()).filter((kind) => kind === 'payment-returned')).toHaveLength(1)
      expect(await mails('was returned')).toHaveLength(1)
    },
  )

  it.each([
    ['R10', 'unauthorized', 199],
    ['R03', 'administrative', 33],
    ['R12', 'overall', 6],
  ])(
    'raise one alarm a month and percent for %s, when the rate %s is above its limit of %i debits [REL-19, REQ-D-284]',
    async (...given) => {
      const [code, rate, most] = given
      const entry = await collected()
      const alarms = async () =>
        (await portal.db.selectFrom('pay.alarm').select('detail').where('kind', '=', 'return-rate').execute())
          .map(({ detail }) => detail as { readonly rate: string })
          .filter((alarm) => alarm.rate === rate)
      const released = portal.db.updateTable('pay.bank_file')
      // One return of this many debits is not above the limit.
      await released.set({ entries: most + 1 }).execute()
      await imported(answered(entry, code))
      expect(await alarms()).toEqual([])
      await released.set({ entries: most }).execute()
      await imported(answered(entry, code))
      await imported(answered(entry, code))
      expect(await alarms()).toMatchObject([{ rate, debits: most, returned: 1 }])
      await portal.db.updateTable('pay.alarm').set({ settled_at: portal.clock.now() }).execute()
      await imported(answered(entry, code))
      expect(await alarms()).toHaveLength(1)
      await released.set({ entries: 1 }).execute()
      await imported(answered(entry, code))
      expect(await alarms()).toMatchObject([{ debits: most }, { rate, debits: 1, returned: 1 }])
      portal.clock.advance(61 * 86_400)
      await imported(answered(entry, code))
      expect(await alarms()).toHaveLength(2)
    },
  )

  it.each([
    ['R10', 'R29', 'unauthorized', 200],
    ['R03', 'R02', 'administrative', 34],
    ['R12', 'R13', 'overall', 7],
  ])('count a debit that is returned with %s and then %s once in the rate %s [REL-19]', async (...given) => {
    const [code, corrected, rate, entries] = given
    const entry = await collected()
    await portal.db.updateTable('pay.bank_file').set({ entries }).execute()
    await imported(answered(entry, code))
    await imported(answered(entry, corrected))
    const alarms = await portal.db.selectFrom('pay.alarm').select('detail').where('kind', '=', 'return-rate').execute()
    expect(alarms.map(({ detail }) => detail).filter((detail) => Object(detail).rate === rate)).toEqual([])
  })
})

const samples = join(publicData, 'nacha-moov')

it.skipIf(!existsSync(samples))('reads samples of real banks where they are at hand, and skips them elsewhere', () => {
  const codes = readdirSync(samples)
    .filter((name) => /^(?:return|valid-cor)/u.test(name))
    .map((name) => [
      name,
      ...readReturns(readFileSync(join(samples, name), 'latin1')).returns.map(
        ({ code, amount }) => `${code} ${amount}`,
      ),
    ])
  expect(codes).toContainEqual(['return-WEB.ach', 'R01 12354', 'R03 4565'])
  expect(codes).toContainEqual(['valid-cor-noc.ach', 'C01 0'])
})

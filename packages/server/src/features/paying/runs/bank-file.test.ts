import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { describe, expect, it } from 'vitest'
import { bankFileFaults } from '../../../testing/bank-file-faults.ts'
import { water } from '../../../testing/drafts-in-test.ts'
import { openRuns, originator } from '../../../testing/runs-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { bankDraft, newItem, testBank } from '../drafts/drafts.fixtures.ts'
import { exportBankFile } from './export-bank-file.ts'
import { runRunsCommand } from './run-runs-command.ts'
import { checkNacha } from '../../../testing/check-nacha.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))

const [account, bank] = ['700310552', testBank.routing_number]
const fileOf = async () => {
  expect(await ada.exported()).toMatchObject({ exitCode: 0 })
  return ada.files().at(-1)?.lines ?? []
}

describe('a bank file', () => {
  it('collects what a run took: WEB debits, counts, hash and totals, settled on the next banking day', async () => {
    await ada.runOn('2026-12-15')
    const { output } = await ada.exported()
    expect(output).toContain('nacha-2026-12-15-A.ach: 1 entries, $142.37, settles on 2026-12-16')
    const [file] = ada.files()
    expect(file?.mode).toBe(0o600)
    expect(file?.lines).toEqual([
      '101 09100001914123456782612151400A094101RIVERBEND BANK         PRAIRIE COOPERATIVE            ',
      '5225PRAIRIE COOP                        1412345678WEBUTIL PMT  261216261216   1091000010000001',
      `627${bank}${account.padEnd(17)}0000014237100100101      ADA LINDQVIST         R 009100001${file?.lines[2]?.slice(87)}`,
      `822500000100091809000000000142370000000000001412345678${' '.repeat(25)}091000010000001`,
      `9000001000001000000010009180900000000014237000000000000${' '.repeat(39)}`,
      ...Array.from({ length: 5 }, () => '9'.repeat(94)),
    ])
  })

  it('names an immediate destination of ten digits where the bank asks for one, and keeps the routing number elsewhere', async () => {
    portal.set({ achOriginator: { ...originator, immediateDestination: '1234567890' } })
    await ada.runOn('2026-12-15')
    const lines = await fileOf()
    expect(lines[0]?.slice(0, 23)).toBe('10112345678901412345678')
    expect(lines[1]?.slice(79, 87)).toBe('09100001')
    expect(checkNacha(`${lines.join('\n')}\n`).faults).toEqual([])
  })

  it('writes each entry once and nothing on a second export [REL-18]', async () => {
    await ada.runOn('2026-12-15')
    await ada.exported()
    expect((await ada.exported()).output).toBe('Nothing waits to be collected. No file was written.')
    expect(ada.files()).toHaveLength(1)
  })

  it.each(['bank-file.begun', 'bank-file.written', 'bank-file.renamed'])(
    'is written again with the same name and lines when the process dies at %s',
    async (moment) => {
      await ada.runOn('2026-12-15')
      const { failPoints } = portal.deps
      const reach = (name: string) => {
        if (name === moment) throw new Error('died')
      }
      Object.assign(portal.deps, { failPoints: { reach } })
      await expect(ada.exported()).rejects.toThrow('died')
      Object.assign(portal.deps, { failPoints })
      const renamed = ada.files().map(({ lines }) => lines)
      // A changed setting does not affect a file that was begun.
      portal.set({ achOriginator: { ...originator, companyName: 'Another name' } })
      portal.clock.set('2026-12-16T20:00:00Z')
      const lines = await fileOf()
      expect(ada.files().map(({ name }) => name)).toEqual(['nacha-2026-12-15-A.ach'])
      expect(renamed).toEqual(moment === 'bank-file.renamed' ? [lines] : [])
      expect(lines[1]).toContain('PRAIRIE COOP ')
    },
  )

  it('adds a credit of the total to the cooperative’s account when it is balanced', async () => {
    portal.set({
      achOriginator: {
        ...originator,
        balanced: true,
        offsetRoutingNumber: '091000019',
        offsetAccountNumber: '4455667788',
      },
    })
    await ada.runOn('2026-12-15')
    const lines = await fileOf()
    expect(lines[1]?.slice(0, 4)).toBe('5200')
    expect(lines[3]).toContain('6220910000194455667788       0000014237')
    expect(lines[4]?.slice(0, 44)).toBe('82000000020018280901000000014237000000014237')
    expect(checkNacha(`${lines.join('\n')}\n`)).toEqual({
      totals: { entries: 2, debits: 14_237, credits: 14_237 },
      faults: [],
    })
  })

  it('checks a new bank account by a prenote, and takes the first draft three banking days after it settled', async () => {
    portal.set({ achPrenotes: true })
    await ada.runOn('2026-12-11')
    const lines = await fileOf()
    expect(lines[2]).toContain(`628${bank}${account.padEnd(17)}0000000000`)
    expect(await ada.payments()).toEqual([])
    // The prenote settles on Monday the 14th. Three banking days later is the 17th.
    for (const date of ['2026-12-15', '2026-12-16']) await ada.runOn(date)
    expect(await ada.payments()).toEqual([])
    await ada.runOn('2026-12-17')
    expect((await ada.items()).map((item) => [item.kind, item.due_date, item.run_date])).toEqual([
      ['prenote', '2026-11-20', '2026-12-11'],
      ['draft', '2026-12-15', '2026-12-17'],
    ])
    expect((await fileOf())[2]?.slice(0, 3)).toBe('627')
  })

  it('keeps bank numbers encrypted until it is released, then deletes them, and writes them to no log [SEC-69]', async () => {
    await ada.runOn('2026-12-15')
    await portal.db.deleteFrom('portal.draft').execute()
    const numbers = async () => portal.db.selectFrom('pay.run_item').select('bank_numbers').execute()
    expect(Buffer.from((await numbers())[0]?.bank_numbers ?? []).toString('latin1')).not.toContain(account)
    expect((await fileOf()).join('')).toContain(account)
    expect(await numbers()).toEqual([{ bank_numbers: null }])
    expect(portal.logLines.join('')).not.toContain(account)
    for (const table of ['outbox.event', 'outbox.message', 'portal.audit', 'pay.run_item', 'pay.bank_file'] as const)
      expect(JSON.stringify(await portal.db.selectFrom(table).selectAll().execute()), table).not.toContain(account)
  })

  it('reverses what it cannot write: an account number of 18 digits', async () => {
    portal.set({ returnedPaymentFee: cents(2_500) })
    const long = { bankAccountNumber: '123456789012345678', draftAccounts: [newItem({ accountNumber: water })] }
    portal.clock.set('2026-11-20T15:00:00Z')
    await ada.send(
      bankDraft({
        ...long,
        draftAccounts: [newItem({ accountNumber: water, draftStartDate: calendarDate('2026-12-01') })],
      }),
    )
    await ada.runOn('2026-12-15')
    const lines = await fileOf()
    expect(lines.filter((line) => line.startsWith('6'))).toHaveLength(1)
    const states = (await ada.payments()).map(({ account_number, state }) => [account_number, state] as const)
    expect(Object.fromEntries(states)).toEqual({ '100100101': 'confirmed', [water]: 'returned' })
    expect((await ada.entries()).map((entry) => entry.ledger_account)).not.toContain('return-fee')
    const mails = await portal.db.selectFrom('outbox.message').select('subject').execute()
    const subjects = mails.map(({ subject }) => subject).filter((subject) => /did not go|returned/u.test(subject))
    expect(subjects).toEqual(['Your payment did not go through'])
  })

  it('reverses one entry once when two exports at once cannot write it, and writes the others', async () => {
    await ada.send(bankDraft({ draftAccounts: [newItem({ accountNumber: water })] }))
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(10_000_000_000) })
      .where('account_number', '=', water)
      .execute()
    await ada.runOn('2026-12-15')
    await Promise.allSettled([ada.exported(), ada.exported(), ada.exported()])
    const left = await ada.exported()
    expect(left.exitCode).toBe(0)
    expect(ada.files().map(({ lines }) => lines.filter((line) => line.startsWith('6')).length)).toEqual([1])
    expect(await portal.db.selectFrom('pay.bank_file').select(['entries', 'debits']).execute()).toEqual([
      { entries: 1, debits: 14_237 },
    ])
    expect(await ada.items()).toContainEqual(
      expect.objectContaining({ account_number: water, state: 'failed', reason: 'amount-too-large' }),
    )
  })

  it('is not written when none of its entries fits', async () => {
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(10_000_000_000) })
      .execute()
    await ada.runOn('2026-12-15')
    expect((await ada.exported()).output).toBe('Nothing that waits fits into a bank file. No file was written.')
    expect((await ada.exported()).output).toBe('Nothing waits to be collected. No file was written.')
    expect(ada.files()).toEqual([])
    expect(await ada.payments()).toMatchObject([{ state: 'returned' }])
  })

  it('splits entries over several files above the maximum per file, each entry once [REL-18]', async () => {
    await ada.send(
      bankDraft({ draftAccounts: [newItem({ accountNumber: water, draftStartDate: calendarDate('2026-11-20') })] }),
    )
    await ada.runOn('2026-12-15')
    const directory = mkdtempSync(join(tmpdir(), 'coopline-nacha-'))
    expect(await exportBankFile(portal.deps, directory, 1)).toMatchObject({ exitCode: 0 })
    const files = readdirSync(directory)
      .toSorted()
      .map((name) => readFileSync(join(directory, name), 'latin1'))
    expect(files.flatMap((content) => bankFileFaults(content))).toEqual([])
    expect(files.map((content) => checkNacha(content))).toMatchObject([
      { totals: { entries: 1 }, faults: [] },
      { totals: { entries: 1 }, faults: [] },
    ])
    const debited = files.map((content) => content.split('\n')[2]?.slice(39, 54).trim())
    expect(new Set(debited)).toEqual(new Set(['100100101', water]))
  })

  it('balances a file with several credits when the total has more digits than one entry holds', async () => {
    const offset = { balanced: true, offsetRoutingNumber: '091000019', offsetAccountNumber: '4455667788' }
    portal.set({ achOriginator: { ...originator, ...offset } })
    await ada.send(
      bankDraft({ draftAccounts: [newItem({ accountNumber: water, draftStartDate: calendarDate('2026-11-20') })] }),
    )
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(9_999_999_999) })
      .execute()
    await ada.runOn('2026-12-15')
    const lines = await fileOf()
    expect(checkNacha(`${lines.join('\n')}\n`)).toEqual({
      totals: { entries: 4, debits: 19_999_999_998, credits: 19_999_999_998 },
      faults: [],
    })
  })

  it('stops a draft whose prenote cannot be written and notifies the member', async () => {
    portal.set({ achPrenotes: true })
    portal.clock.set('2026-11-20T15:00:00Z')
    await portal.db.deleteFrom('portal.draft').execute()
    await ada.send(
      bankDraft({
        bankAccountNumber: '123456789012345678',
        draftAccounts: [newItem({ accountNumber: water, draftStartDate: calendarDate('2026-12-01') })],
      }),
    )
    await ada.runOn('2026-12-11')
    expect((await ada.exported()).output).toContain('No file was written')
    expect(await portal.db.selectFrom('portal.draft').select('draft_type').execute()).toEqual([{ draft_type: null }])
    const mails = await portal.db.selectFrom('outbox.message').select('dedupe_key').orderBy('id').execute()
    expect(mails.at(-1)?.dedupe_key).toContain(`draft-changed:${water}:`)
  })

  it('writes accented names in ASCII letters, even for a setting saved before its check existed', async () => {
    portal.set({ achOriginator: { ...originator, origin: 'Coopéra', companyName: 'Électricité' } })
    await ada.runOn('2026-12-15')
    const lines = await fileOf()
    expect([lines[0]?.slice(13, 23), lines[1]?.slice(4, 20)]).toEqual(['   COOPERA', 'ELECTRICITE     '])
  })

  it('writes letters of their own as banks spell them', async () => {
    await portal.db.updateTable('cis.account').set({ holder_name: 'Łukasz Østergård-Weiß' }).execute()
    await ada.runOn('2026-12-15')
    expect((await fileOf())[2]?.slice(54, 76)).toBe('LUKASZ OSTERGARD-WEISS')
  })

  it('names the account where the name has no letter that banks accept', async () => {
    await portal.db.updateTable('cis.account').set({ holder_name: '李小龍' }).execute()
    await ada.runOn('2026-12-15')
    expect((await fileOf())[2]?.slice(54, 76)).toBe('100100101'.padEnd(22))
  })

  it('refuses to write without the names that the bank asks for', async () => {
    portal.set({ achOriginator: { ...originator, companyId: '' } })
    await ada.runOn('2026-12-15')
    expect(await ada.exported()).toMatchObject({ exitCode: 1, output: expect.stringContaining('companyId') })
    expect(await runRunsCommand(portal.deps, ['list'])).toMatchObject({ exitCode: 0 })
  })
})

describe('the check of a bank file', () => {
  const change = (at: number, from: string, to: string) => (lines: readonly string[]) =>
    lines.with(at, (lines[at] ?? '').replace(from, to))

  it.each([
    ['a digit of an amount', change(2, '0000014237', '0000014238'), 'has other debits'],
    ['a check digit', change(2, bank, '091809004'), 'has a wrong routing number'],
    ['the hash', change(3, '0009180900', '0009180901'), 'has another entry hash'],
    ['the count', change(3, '000001', '000002'), 'counts other entries'],
    ['the blocks', change(4, '000001000001', '000001000002'), 'counts other blocks'],
    ['the service class', change(3, '8225', '8200'), 'has another service class than its batch'],
    ['a transaction code', change(2, '627', '629'), 'has an unknown transaction code'],
    ['an amount of a prenote', change(2, '627', '628'), 'has an amount that does not suit its code'],
    ['the length of a line', change(2, ' ', ''), 'has 93 characters instead of 94'],
    ['the last line', (lines: readonly string[]) => lines.slice(0, -1), 'does not fill a block of ten lines'],
    ['the entry', (lines: readonly string[]) => lines.toSpliced(2, 1), 'counts other entries'],
    ['the file control', (lines: readonly string[]) => lines.slice(0, 4), 'has no file control record'],
  ])('finds that %s was changed', async (_, changed, reason) => {
    await ada.runOn('2026-12-15')
    const lines = await fileOf()
    expect(checkNacha(`${lines.join('\n')}\n`).faults).toEqual([])
    const content = `${changed(lines).join('\n')}\n`
    expect(checkNacha(content).faults.map((fault) => fault.reason)).toContain(reason)
    expect(bankFileFaults(content)).not.toEqual([])
  })
})

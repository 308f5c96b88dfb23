import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { addenda, answered, collectEntry, importLines } from '../../../testing/returns-in-test.ts'
import { electric, water } from '../../../testing/drafts-in-test.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { bankDraft, newItem } from '../drafts/drafts.fixtures.ts'
import { readReturnFigures } from './returns.store.ts'
import { runNachaCommand } from './run-runs-command.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))

const bankFile = 'nacha-2026-12-15-A.ach'
const command = async (...words: readonly string[]) => runNachaCommand(portal.deps, ['reject', ...words])
const reject = async (...words: readonly string[]) => command(bankFile, '--by', 'Dana', ...words)
const subjects = async () =>
  (await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()).map(({ subject }) => subject)
const kinds = async () =>
  (await portal.db.selectFrom('outbox.event').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
const states = async () => (await ada.payments()).map(({ state }) => state)
const sum = async () => (await ada.entries()).reduce((total, { amount }) => total + amount, 0)
const notGone = 'Your payment did not go through'
const hasDraft = async () => (await ada.stored())[0]?.draft_type !== null

/** Sends the debit of the draft to the bank. @returns its line, and its trace number. */
async function collected(date?: string) {
  const entry = await collectEntry(ada, date)
  return { entry, trace: entry.slice(79) }
}

/** Writes a list of the bank. @returns the words that name it. */
function listOf(lines: readonly string[]): readonly string[] {
  const path = join(mkdtempSync(join(tmpdir(), 'coopline-rejects-')), 'REJ0.txt')
  writeFileSync(path, lines.join('\n'))
  return ['--list', path]
}

beforeEach(() => {
  portal.set({ returnedPaymentFee: cents(2_500) })
})

describe('an entry that the bank rejected', () => {
  it('is taken back once, without a fee, and the member hears that it did not go through [REQ-D-471]', async () => {
    const { trace } = await collected()
    const taken = { output: 'taken back                1  $142.37', exitCode: 0 }
    expect(await reject('--trace', trace)).toMatchObject(taken)
    expect(await states()).toEqual(['returned'])
    expect(await ada.entries()).toHaveLength(4)
    expect(await sum()).toBe(0)
    expect((await kinds()).filter((kind) => kind.startsWith('payment-'))).toEqual([
      'payment-confirmed',
      'payment-returned',
    ])
    expect((await subjects()).filter((subject) => /did not go through|returned/u.test(subject))).toEqual([
      'Your payment did not go through',
    ])
    const audit = portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', 'runs.bank-rejected')
    expect(await audit.execute()).toMatchObject([{ detail: { file: '2026-12-15-A', by: 'Dana', again: false } }])
    expect((await ada.items()).at(-1)).toMatchObject({ state: 'failed', reason: 'bank-rejected' })
    expect(await reject('--trace', trace)).toEqual({
      output: 'taken back before         1  $142.37',
      exitCode: 0,
      value: {
        file: '2026-12-15-A',
        done: { 'taken back before': { entries: 1, amountCents: 14_237 } },
        notApplied: [],
      },
    })
    expect([await sum(), (await ada.entries()).length]).toEqual([0, 4])
  })

  it('is collected with the next bill, and no sooner, unless it is to be collected again [REQ-D-471]', async () => {
    const { trace } = await collected()
    await reject('--trace', trace)
    for (const date of ['2026-12-16', '2026-12-17', '2026-12-18']) await ada.runOn(date)
    expect([await states(), await hasDraft()]).toEqual([['returned'], true])
    await ada.runOn('2027-01-15')
    expect(await states()).toEqual(['returned', 'confirmed'])
  })

  it('is left alone when it was returned before [REQ-D-471]', async () => {
    portal.set({ returnedPaymentFee: cents(0) })
    const { entry, trace } = await collected()
    await importLines(portal.deps, answered(entry, 'R02'))
    expect(await reject('--trace', trace)).toMatchObject({
      output: 'returned before           1  $142.37',
      exitCode: 0,
    })
    expect(await ada.entries()).toHaveLength(4)
  })

  it('changes nothing with --dry-run [REQ-D-471]', async () => {
    await collected()
    expect(await reject('--all', '--dry-run')).toMatchObject({ output: 'would be taken back       1  $142.37' })
    expect([await states(), (await ada.items()).at(-1)?.state]).toEqual([['confirmed'], 'booked'])
  })

  it('counts in no rate of returns [REQ-D-471]', async () => {
    const second = newItem({ accountNumber: water, draftStartDate: calendarDate('2026-11-20') })
    portal.clock.set('2026-11-20T15:00:00Z')
    await ada.send(bankDraft({ draftAccounts: [second] }))
    const { entry, trace } = await collected()
    const other = ada.files()[0]?.lines[2]?.slice(79) ?? ''
    expect(other).not.toBe(trace)
    await reject('--trace', other)
    await importLines(portal.deps, answered(entry, 'R10'))
    const alarms = portal.db.selectFrom('pay.alarm').select('detail').where('kind', '=', 'return-rate')
    expect(await alarms.execute()).toContainEqual({ detail: expect.objectContaining({ debits: 1, returned: 1 }) })
  })
})

describe('a file that the bank can no longer reject', () => {
  const old = { exitCode: 1, output: expect.stringContaining('settled on 2026-12-16, more than 2 banking days ago') }

  it('is refused two banking days after it settled, unless the bank says that it rejected it [REQ-D-471]', async () => {
    const { trace } = await collected()
    portal.clock.set('2026-12-18T20:00:00Z')
    expect(await reject('--all', '--dry-run')).toMatchObject({ exitCode: 0 })
    portal.clock.set('2026-12-21T15:00:00Z')
    for (const words of [['--all', '--again'], ['--all', '--dry-run'], ['--trace', trace], listOf([trace])])
      expect(await reject(...words)).toMatchObject(old)
    expect([await states(), await subjects()]).toEqual([['confirmed'], expect.not.arrayContaining([notGone])])
    expect(await reject('--trace', trace, '--late')).toMatchObject({ exitCode: 0 })
    expect(await states()).toEqual(['returned'])
  })
})

describe('a return of an entry that was taken back as rejected', () => {
  it('changes nothing and is listed for a person [REQ-D-472]', async () => {
    const { entry, trace } = await collected()
    await reject('--trace', trace)
    expect(await importLines(portal.deps, answered(entry, 'R01'))).toEqual({
      output: [
        'FILE, line 1: returns (R01) what was taken back before as rejected, so it changes nothing: ask the bank',
        '1 lines need a person. The others were applied.',
      ].join('\n'),
      exitCode: 1,
    })
    expect([await sum(), (await ada.entries()).length]).toEqual([0, 4])
    await ada.runOn('2026-12-18')
    expect(await states()).toEqual(['returned'])
  })
})

it('counts a rejected entry with the debits of its file only, when banks returned many [REQ-D-471]', async () => {
  await collected()
  portal.clock.set('2027-03-01T20:00:00Z')
  expect(await reject('--all', '--late')).toMatchObject({ exitCode: 0 })
  expect(await readReturnFigures(portal.db, new Date('2027-01-01T00:00:00Z'))).toMatchObject({ debits: 0 })
  expect(await readReturnFigures(portal.db, new Date('2026-12-01T00:00:00Z'))).toMatchObject({ debits: 0 })
})

describe('entries that are to be collected again', () => {
  it('tell the member the day, and ask for no payment [REQ-D-473]', async () => {
    await collected()
    await reject('--all', '--again')
    const notices = await portal.db.selectFrom('outbox.message').select(['subject', 'body_text']).execute()
    expect(notices.filter(({ subject }) => subject.includes('did not go through'))).toEqual([
      {
        subject: 'Your payment did not go through yet',
        body_text: expect.stringContaining('If it is still due, your draft takes it again on 12/16/2026.'),
      },
    ])
    expect(notices.filter(({ body_text }) => body_text.includes('pay another way'))).toEqual([])
  })

  it('are collected once on the next banking day, as a debit that was never presented [REQ-D-473]', async () => {
    await collected()
    await reject('--all', '--again')
    await ada.runOn('2026-12-15')
    expect(await states()).toEqual(['returned'])
    const { entry } = await collected('2026-12-16')
    await ada.runOn('2026-12-17')
    expect(await states()).toEqual(['returned', 'confirmed'])
    expect(ada.files().map(({ lines }) => lines[1]?.slice(53, 63))).toEqual(['UTIL PMT  ', 'UTIL PMT  '])
    // The first presentation of the debit to the payer's bank: its return has a fee and is presented again.
    expect((await importLines(portal.deps, answered(entry, 'R01'))).output).toContain('returned, retry')
    expect((await ada.entries()).filter(({ ledger_account }) => ledger_account === 'return-fee')).toHaveLength(1)
    await collected('2026-12-22')
    expect(ada.files().at(-1)?.lines[1]?.slice(53, 63)).toBe('RETRY PYMT')
  })

  it('stay among those presented again when they were [REQ-D-473]', async () => {
    const { entry } = await collected()
    await importLines(portal.deps, answered(entry, 'R01'))
    await collected('2026-12-18')
    await command('2026-12-18-A', '--all', '--again', '--by', 'Dana')
    await collected('2026-12-21')
    expect(ada.files().map(({ lines }) => lines[1]?.slice(53, 63))).toEqual(['UTIL PMT  ', 'RETRY PYMT', 'RETRY PYMT'])
  })

  it('are not collected when they were paid in another way [REQ-D-473]', async () => {
    await collected()
    await reject('--all', '--again')
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(0) })
      .execute()
    await ada.runOn('2026-12-16')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state: 'skipped', reason: 'nothing-due' })
  })

  it('take what is still owed of them when a part was paid in another way [REQ-D-473]', async () => {
    await collected()
    await reject('--all', '--again')
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(14_000) })
      .execute()
    await ada.runOn('2026-12-16')
    expect((await ada.items()).at(-1)).toMatchObject({ kind: 'retry', state: 'booked', amount: 14_000 })
  })

  it('have their prenotes sent again before the draft is collected [REQ-D-473]', async () => {
    portal.set({ achPrenotes: true })
    await collected('2026-12-11')
    const all = ['2026-12-11-A', '--all', '--again', '--by', 'Dana']
    expect(await command(...all)).toMatchObject({ output: 'taken back                1  $0.00' })
    expect(await command(...all)).toMatchObject({ output: 'taken back before         1  $0.00' })
    expect((await collected('2026-12-14')).entry.slice(0, 3)).toBe('628')
    for (const date of ['2026-12-15', '2026-12-16', '2026-12-17']) await ada.runOn(date)
    expect([await states(), await hasDraft()]).toEqual([[], true])
    await ada.runOn('2026-12-18')
    expect(await states()).toEqual(['confirmed'])
  })

  it('leave a correction of a rejected prenote to a person, and the lines after it are applied [REQ-D-472]', async () => {
    portal.set({ achPrenotes: true })
    const { entry } = await collected('2026-12-11')
    await command('2026-12-11-A', '--all', '--again', '--by', 'Dana')
    const again = await collected('2026-12-14')
    const lines = [...answered(entry, 'C05', '37'), ...answered(again.entry, 'C05', '37')]
    const said =
      'FILE, line 1: corrects (C05) what was taken back before as rejected, so it changes nothing: ask the bank'
    for (const done of ['corrected                 1', 'applied before            1'])
      expect(await importLines(portal.deps, lines)).toEqual({
        output: [said, done, '1 lines need a person. The others were applied.'].join('\n'),
        exitCode: 1,
      })
    expect(await hasDraft()).toBe(true)
  })

  it('end the draft of a prenote where it is not sent again [REQ-D-473]', async () => {
    portal.set({ achPrenotes: true })
    const { trace } = await collected('2026-12-11')
    await command('2026-12-11-A', '--trace', trace, '--by', 'Dana')
    expect(await hasDraft()).toBe(false)
  })
})

describe('the list of a bank', () => {
  const bank = (entry: string) => `626${entry.slice(3, 78)}1091000019999999`

  it.each([
    [
      'trace numbers between other words',
      (trace: string) => ['Rejected entries', `1; "${trace}"; $142.37; bad account`],
    ],
    ['a trace number that a spreadsheet cut', (trace: string) => ['trace', String(Number(trace))]],
    ['our entry as it was', (_: string, entry: string) => [`5225${' '.repeat(83)}0000001`, entry, '9'.repeat(94)]],
    ['an entry of the bank with its addenda', (_: string, entry: string) => [bank(entry), addenda(entry, 'R13')]],
  ])('names entries by %s [REQ-D-474]', async (_, write) => {
    const { entry, trace } = await collected()
    expect(await reject(...listOf(write(trace, entry)))).toMatchObject({
      output: 'taken back                1  $142.37',
      exitCode: 0,
    })
    expect(await states()).toEqual(['returned'])
  })

  it.each(['R01', 'R03', 'R07', 'R10', 'R17', 'C05'])(
    'takes nothing back when it is a file of returns with %s [REQ-D-474]',
    async (code) => {
      const { entry } = await collected()
      const [option = '', path = ''] = listOf(answered(entry, code, '37'))
      expect(await reject(option, path)).toEqual({
        output: `${path}, line 2: ${code} answers an entry that the bank did not reject. Use import ach-returns.\nNothing was taken back.`,
        exitCode: 1,
      })
      expect(await states()).toEqual(['confirmed'])
    },
  )

  it.each([
    ['a trace number of another file', ['091000010009999']],
    ['a number that a spreadsheet shortened', ['9.1E+13']],
    ['an account number only', ['1, 4111111111111111']],
  ])('takes nothing back when a line has %s [REQ-D-474]', async (_, lines) => {
    const { trace } = await collected()
    const [option = '', path = ''] = listOf([trace, ...lines])
    expect(await reject(option, path)).toEqual({
      output: `${path}, line 2: names no entry of the bank file 2026-12-15-A\nNothing was taken back.`,
      exitCode: 1,
    })
    expect(await states()).toEqual(['confirmed'])
  })

  it('is refused when it cannot be read or names nothing, as are files and words that are unknown [REQ-D-474]', async () => {
    const { trace } = await collected()
    for (const [words, said] of [
      [[bankFile, '--by', 'Dana', '--list', '/nowhere'], '/nowhere cannot be read.'],
      [[bankFile, '--by', 'Dana', ...listOf(['none'])], 'No trace number was given.'],
      [[bankFile, '--by', 'Dana', '--trace', '091000010009999'], 'Trace number 091000010009999 names no entry'],
      [['2026-12-16-A', '--by', 'Dana', '--all'], 'No bank file 2026-12-16-A was released.'],
    ] as const)
      expect(await command(...words)).toMatchObject({ exitCode: 1, output: expect.stringContaining(said) })
    for (const words of [
      ['--by', 'Dana', '--all'],
      [bankFile, '--all'],
      [bankFile, '--by', 'Dana'],
      [bankFile, '--by', 'Dana', '--all', '--trace', trace],
      [bankFile, '--by', 'Dana', '--trace', '42'],
    ])
      expect(await command(...words)).toMatchObject({ exitCode: 2 })
    expect([await states(), (await ada.items())[0]?.account_number]).toEqual([['confirmed'], electric])
  })
})

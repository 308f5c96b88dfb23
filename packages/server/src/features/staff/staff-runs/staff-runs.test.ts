import {
  staffRuns,
  type StaffListedImport,
  type StaffListedRun,
} from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tryLater } from '../../../platform/command-outcome.ts'
import { recordImport } from '../../../platform/imports/record-import.ts'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { asStaff, staffSignedIn } from '../../../testing/seed-staff.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { type ReadingsCall, runReadingsCommand, toArguments } from '../../usage/green-button/public.ts'
import { runOutageImport } from '../../service/outage/public.ts'
import { importReturns } from '../../paying/runs/public.ts'
import { seedRun } from './staff-runs.fixtures.ts'

const portal = useTestPortal()
const billing = useFresh(async () => asStaff(await staffSignedIn(portal, 'billing')))

const listImports = async (query: Readonly<Record<string, string>> = {}) =>
  (await portal.call(staffRuns.listImports, { ...billing, query })).json<{
    imports: StaffListedImport[]
    next: string | null
  }>()
const viewNewest = async () => {
  const [newest] = (await listImports()).imports
  const params = { importNumber: newest?.importNumber ?? '' }
  return (await portal.call(staffRuns.viewImport, { ...billing, params })).json<Record<string, unknown>>()
}
const listRuns = async (query: Readonly<Record<string, string>> = {}) =>
  (await portal.call(staffRuns.listRuns, { ...billing, query })).json<{ runs: StaffListedRun[]; next: string | null }>()

const outageFile = (accounts: readonly string[]) =>
  JSON.stringify({
    format: 'coopline-outages/1',
    generatedAt: portal.clock.now().toISOString(),
    scope: 'full',
    incidents: [
      {
        id: 'I-1',
        status: 'active',
        startedAt: portal.clock.now().toISOString(),
        cause: 'tree',
        crew: 'assigned',
        customersAffected: 3,
        accounts,
      },
    ],
  })
const report = (folder: string) => join(folder, 'report.csv')

describe('imports in the console', () => {
  it('show an outage file with its counts and notices, without the values of its rows', async () => {
    const folder = bundleFolder({ 'o.json': outageFile(['999888777']) })
    await runOutageImport(portal.deps, ['outages', join(folder, 'o.json'), report(folder)])
    const now = portal.clock.now().toISOString()
    expect(await viewNewest()).toEqual({
      importNumber: expect.any(String) as string,
      kind: 'outages',
      name: 'o.json',
      files: 1,
      startedAt: now,
      endedAt: now,
      outcome: 'completed',
      rows: 1,
      errors: 0,
      notices: 1,
      imported: [{ name: 'o.json', rows: 1, stored: 1, refused: 0 }],
      entries: [
        { severity: 'notice', file: 'o.json', line: 0, column: 'I-1.accounts', reason: 'no such account is on file' },
      ],
    })
  })

  it('show refused readings by line, and a file that cannot be read', async () => {
    const folder = bundleFolder({
      'a.csv': csv('account_number,meter_number,day,used', '100100101,E-9,2026-01-02,12.5'),
    })
    const call: ReadingsCall = {
      kind: 'readings',
      files: [join(folder, 'a.csv'), join(folder, 'gone.csv')],
      zips: ['*'],
      dryRun: false,
      spreadsMonths: false,
      report: report(folder),
      quiet: true,
    }
    await runReadingsCommand(portal.deps, toArguments(call))
    expect(await viewNewest()).toMatchObject({
      kind: 'readings',
      name: 'a.csv',
      files: 2,
      outcome: 'with-errors',
      rows: 1,
      errors: 2,
      imported: [{ name: 'a.csv', rows: 1, stored: 0, refused: 1 }],
      entries: [
        { severity: 'error', file: 'a.csv', line: 2 },
        { severity: 'error', line: 0, reason: expect.stringContaining('gone.csv') as string },
      ],
    })
  })

  it('show a file of returns that the bank sent, with each line that needs a person', async () => {
    const folder = bundleFolder({ 'returns.ach': 'no return\n' })
    await importReturns(portal.deps, join(folder, 'gone.ach'))
    await importReturns(portal.deps, join(folder, 'returns.ach'))
    const { imports } = await listImports({ kind: 'bank-returns' })
    expect(imports.map(({ name, outcome, errors }) => [name, outcome, errors])).toEqual([
      ['returns.ach', 'with-errors', 1],
      ['gone.ach', 'with-errors', 1],
    ])
    expect(await viewNewest()).toMatchObject({
      imported: [{ name: 'returns.ach', rows: 1, stored: 0, refused: 1 }],
      entries: [{ severity: 'error', file: 'returns.ach', line: 1 }],
    })
  })

  it('leave out dry runs and imports that wait for another one', async () => {
    const folder = bundleFolder({ 'o.json': outageFile([]) })
    await runOutageImport(portal.deps, ['outages', join(folder, 'o.json'), report(folder), 'dry-run'])
    const waiting = { kind: 'readings', paths: ['a.csv'] } as const
    await recordImport(portal.deps, waiting, async () => ({ exitCode: tryLater }))
    expect((await listImports()).imports).toEqual([])
  })

  it('keep an import as failed when it ends by an unknown error, and as running until it ends', async () => {
    const weather = { kind: 'weather', paths: ['w.csv'] } as const
    const failing = recordImport(portal.deps, weather, async () => {
      expect((await listImports()).imports).toMatchObject([{ name: 'w.csv', endedAt: null, outcome: null }])
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect((await listImports()).imports).toMatchObject([{ name: 'w.csv', outcome: 'failed', errors: 0 }])
  })

  it('keep the first 50 errors of a file and count all', async () => {
    await recordImport(portal.deps, { kind: 'bundle', paths: ['/in/nightly'] }, async ({ addEntry }) => {
      for (let line = 1; line <= 60; line += 1)
        addEntry({ severity: 'error', file: 'bills.csv', line, column: 'due_date', reason: 'is no date' })
      return { exitCode: 1 }
    })
    const { entries, ...shown } = await viewNewest()
    expect(shown).toMatchObject({ name: 'nightly', outcome: 'with-errors', errors: 60 })
    expect(entries).toHaveLength(50)
  })

  it('keep no number of a row or a person that a sentence of the database repeats', async () => {
    const reason = 'is refused by the database: invalid input syntax for type bigint: "x100100101"'
    await recordImport(portal.deps, { kind: 'bundle', paths: ['/in/nightly'] }, async ({ addEntry }) => {
      addEntry({ severity: 'error', file: 'bills.csv', line: 2, column: '', reason })
      return { exitCode: 1 }
    })
    expect(await viewNewest()).toMatchObject({ entries: [{ reason: reason.replace('100100101', '[removed]') }] })
  })

  it('are listed newest first, a page at a time, or those of one kind', async () => {
    for (let n = 1; n <= 27; n += 1)
      await recordImport(portal.deps, { kind: n === 1 ? 'bundle' : 'outages', paths: [`${n}`] }, async () => ({
        exitCode: 0,
      }))
    const first = await listImports()
    expect(first.imports.map(({ name }) => Number(name))).toEqual(Array.from({ length: 25 }, (_, n) => 27 - n))
    const second = await listImports({ after: first.next ?? '' })
    expect(second).toMatchObject({ imports: [{ name: '2' }, { name: '1' }], next: null })
    expect((await listImports({ kind: 'bundle' })).imports).toMatchObject([{ name: '1' }])
  })

  it('are a 404 under a number that none has', async () => {
    const answer = await portal.call(staffRuns.viewImport, { ...billing, params: { importNumber: '4711' } })
    expect(answer.statusCode).toBe(404)
  })
})

describe('runs in the console', () => {
  it('show what became of their items, by kind, state and reason', async () => {
    await seedRun(portal, '2026-11-19')
    const view = async (runDate: string) => portal.call(staffRuns.viewRun, { ...billing, params: { runDate } })
    expect((await view('2026-11-19')).json()).toEqual({
      runDate: '2026-11-19',
      fromDate: '2026-11-19',
      startedAt: '2026-11-20T15:00:00.000Z',
      completedAt: '2026-11-20T15:00:00.000Z',
      failed: 1,
      items: [
        { kind: 'draft', state: 'booked', reason: '', count: 2, amount: 20_000 },
        { kind: 'draft', state: 'failed', reason: 'internal-error', count: 1, amount: 2_500 },
        { kind: 'draft', state: 'skipped', reason: 'nothing-due', count: 1, amount: 0 },
      ],
    })
    expect((await view('2026-11-18')).statusCode).toBe(404)
  })

  it('are listed newest first, a page at a time, with how many items failed', async () => {
    const days = Array.from({ length: 26 }, (_, n) => addDays(calendarDate('2026-11-20'), -n))
    for (const day of days) await seedRun(portal, day)
    const first = await listRuns()
    expect(first.runs.map(({ runDate }) => runDate)).toEqual(days.slice(0, 25))
    expect(first.runs[0]).toMatchObject({ failed: 1 })
    expect(await listRuns({ after: first.next ?? '' })).toMatchObject({ runs: [{ runDate: days[25] }], next: null })
  })
})

it.each(['support', 'content'] as const)('imports and runs are not for %s', async (role) => {
  const call = asStaff(await staffSignedIn(portal, role))
  await seedRun(portal)
  const answers = [
    await portal.call(staffRuns.listImports, call),
    await portal.call(staffRuns.viewImport, { ...call, params: { importNumber: '1' } }),
    await portal.call(staffRuns.listRuns, call),
    await portal.call(staffRuns.viewRun, { ...call, params: { runDate: '2026-11-20' } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
})

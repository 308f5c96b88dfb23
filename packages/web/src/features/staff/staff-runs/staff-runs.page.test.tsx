import type {
  StaffListedImport,
  StaffListedRun,
  StaffViewedImport,
  StaffViewedRun,
} from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const importsLine = 'GET /v3/staff/imports'
const runsLine = 'GET /v3/staff/runs'

const listed: StaffListedImport = {
  importNumber: '7',
  kind: 'readings',
  name: 'a.csv',
  files: 3,
  startedAt: '2026-11-20T15:00:00.000Z',
  endedAt: '2026-11-20T15:01:00.000Z',
  outcome: 'with-errors',
  rows: 12_345,
  errors: 51,
  notices: 0,
}
const viewed: StaffViewedImport = {
  ...listed,
  imported: [{ name: 'a.csv', rows: 12_345, stored: 12_294, refused: 51 }],
  entries: [{ severity: 'error', file: 'a.csv', line: 2, column: 'day', reason: '<b>is no date</b>' }],
}
const run: StaffListedRun = {
  runDate: calendarDate('2026-11-20'),
  startedAt: '2026-11-20T15:00:00.000Z',
  completedAt: null,
  failed: 1_000,
}
const viewedRun: StaffViewedRun = {
  ...run,
  fromDate: calendarDate('2026-11-19'),
  items: [
    { kind: 'autopay', state: 'booked', reason: '', count: 2, amount: cents(20_000) },
    { kind: 'draft', state: 'failed', reason: 'internal-error', count: 1, amount: cents(2_500) },
    { kind: 'barter', state: 'skipped', reason: 'new-moon', count: 1, amount: cents(0) },
  ],
}

async function open(path: string, role: string, answers: Answers = {}) {
  const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: `dana.${role}`, role }
  localStorage.setItem('staff_session', JSON.stringify(dana))
  return renderPortal({
    path,
    answers: {
      'GET /v3/staff/session': { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 },
      'GET /v3/staff/alarms/count': { open: 0 },
      [importsLine]: { imports: [listed], next: '7' },
      [runsLine]: { runs: [run], next: null },
      ...answers,
    },
  })
}
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('imports and runs are listed, and lead to their reports', async () => {
  await open('/staff/runs', 'billing')
  const imports = await screen.findByRole('table', { name: 'Imports, newest first' })
  const rows = within(imports).getAllByRole('row')
  expect(cellsOf(rows[1] as HTMLElement).slice(-5)).toEqual([
    'Meter readings',
    'a.csv and 2 more',
    'With errors',
    '12,345',
    '51',
  ])
  expect(within(imports).getByRole('link').getAttribute('href')).toBe('/staff/import?number=7')
  const runs = await screen.findByRole('table', { name: 'Payment runs, newest first' })
  expect(cellsOf(within(runs).getAllByRole('row')[1] as HTMLElement).slice(-2)).toEqual(['Not complete', '1,000+'])
  expect(within(runs).getByRole('link').getAttribute('href')).toBe('/staff/run?date=2026-11-20')
})

test('another kind of imports starts again on the first page', async () => {
  const { user, calls } = await open('/staff/runs', 'admin')
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await user.selectOptions(screen.getByLabelText('Kind'), 'Outages')
  await screen.findByRole('table', { name: 'Imports, newest first' })
  const asked = calls
    .filter(({ line }) => line.startsWith(importsLine))
    .map(({ address }) => new URL(address, 'http://portal').search)
  expect(asked).toEqual(['', '?after=7', '?kind=outages'])
})

test('an import shows its counts and the first errors, as text', async () => {
  await open('/staff/import?number=7', 'billing', { [`${importsLine}/7`]: viewed })
  expect(await screen.findByText('<b>is no date</b>')).toBeDefined()
  expect(screen.getByText('The first 1 of 51.')).toBeDefined()
  expect(screen.getByText('12,294')).toBeDefined()
})

test('an import that has no end says that it runs or was stopped', async () => {
  const running = { ...viewed, endedAt: null, outcome: null, imported: [], entries: [] }
  await open('/staff/import?number=7', 'billing', { [`${importsLine}/7`]: running })
  expect(await screen.findByText('This import is still running, or its process was stopped.')).toBeDefined()
})

test('a run shows what became of its items, and how to repeat what failed', async () => {
  await open('/staff/run?date=2026-11-20', 'billing', { [`${runsLine}/2026-11-20`]: viewedRun })
  const items = await screen.findByRole('table', { name: 'Items' })
  expect(
    within(items)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringContaining('$200.00'),
    expect.stringContaining('Unexpected error'),
    expect.stringContaining('new-moon'),
  ])
  expect(screen.getByText('coopline runs run --date 2026-11-20 --retry-failed')).toBeDefined()
  expect(screen.getByText('11/19/2026 to 11/20/2026')).toBeDefined()
})

test.each(['/staff/runs', '/staff/import?number=7', '/staff/run?date=2026-11-20'])(
  'support sees nothing of %s, and nothing is asked of the server',
  async (path) => {
    const { calls } = await open(path, 'support')
    expect(screen.getByText('Your role does not have access to this page.')).toBeDefined()
    expect(calls.filter(({ line }) => /imports|runs/u.test(line))).toEqual([])
  },
)

import type { WireBillChange } from '@coopline/contract/usage/insights/insights.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { aProblem } from '../../../test-support/answers.ts'
import {
  billAccount,
  billLine,
  billsLine,
  billsOf,
  changeLine,
  noChange,
  theirBill,
} from '../../../test-support/bill-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const open = async (answer: unknown, language: Language = 'en') =>
  renderPortal({
    path: `/viewbill?accountno=${billAccount}&date=2026-11-13`,
    session: storedMember,
    language,
    answers: {
      [accountsLine]: theirAccounts(),
      [billsLine]: billsOf(theirBill.toRow()),
      [billLine]: theirBill.toDetail(),
      [changeLine]: answer,
    },
  })

const line = (name: string, before: number | null, after: number | null) =>
  ({ kind: 'line', name, before, after }) as const

const colder: WireBillChange = {
  billDate: calendarDate('2026-10-13'),
  before: cents(12_000),
  after: cents(14_237),
  difference: cents(2_237),
  parts: [
    {
      code: 'weather',
      amount: cents(3_000),
      figures: [
        { kind: 'heating', name: '', before: 546, after: 1_037 },
        { kind: 'share', name: 'kWh', before: null, after: 235.3 },
      ],
    },
    {
      code: 'usage',
      amount: cents(-1_500),
      figures: [
        { kind: 'quantity', name: 'kWh', before: 648.8, after: 766.4 },
        { kind: 'share', name: 'kWh', before: null, after: -117.7 },
      ],
    },
    { code: 'rate', amount: cents(500), figures: [{ kind: 'price', name: 'kWh', before: 12.75, after: 13.4 }] },
    { code: 'fees', amount: cents(237), figures: [line('Late fee', null, 237)] },
  ],
  notes: ['estimated'],
}

const card = async (name = 'Why this bill changed') => within(await screen.findByRole('region', { name }))
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('explains the change in one sentence and lists the figures of each cause with their total', async () => {
  await open({ ...noChange, previous: colder })
  const region = await card()
  expect(
    await region.findByText(
      'This bill is $22.37 higher than your previous bill, mainly because the weather called for more heating or cooling. ' +
        'Part of that was offset because you used less than the weather alone would explain.',
    ),
  ).toBeDefined()
  expect(rows(region.getByRole('table', { name: 'Previous bill, 10/13/2026' }))).toEqual([
    ['Weather', 'Heating degree days: 546 to 1,037; 235.3 kWh more', '+$30.00'],
    ['Usage, apart from weather', '648.8 to 766.4 kWh in total; 117.7 kWh less', '-$15.00'],
    ['Price', '12.75¢ to 13.4¢ per kWh', '+$5.00'],
    ['Fees and fixed charges', 'Late fee: none to $2.37', '+$2.37'],
    ['Total change', '$120.00 to $142.37', '+$22.37'],
  ])
  expect(region.getByText(/^A reading at the end of one of the periods was estimated/u)).toBeDefined()
})

test('compares the bill with the same month last year', async () => {
  const lastYear = { ...colder, billDate: calendarDate('2025-11-13'), notes: [] }
  await open({ ...noChange, previous: colder, yearAgo: lastYear })
  const region = await card()
  expect(await region.findByRole('table', { name: 'Same month last year, 11/13/2025' })).toBeDefined()
  expect(region.getByText(/^This bill is \$22\.37 higher than the same month last year/u)).toBeDefined()
})

test('shows the budget billing adjustment of a leveled bill', async () => {
  const level: WireBillChange = {
    ...colder,
    before: cents(10_600),
    after: cents(10_600),
    difference: cents(0),
    parts: [
      { code: 'usage', amount: cents(1_680), figures: [] },
      { code: 'leveling', amount: cents(-1_680), figures: [line('Budget billing adjustment', 500, -1_180)] },
    ],
    notes: [],
  }
  await open({ ...noChange, previous: level })
  expect(
    await (await card()).findByText(
      'This bill is the same as your previous bill. Your actual charges are $16.80 higher; budget or average billing evens that out.',
    ),
  ).toBeDefined()
  // A phone leaves out the line of a cell that is empty.
  expect(screen.getByRole('row', { name: /^Usage/u }).children[1]?.innerHTML).toBe('')
})

test('says that a first bill has no comparison', async () => {
  await open(noChange)
  expect(await (await card()).findByText(/^This is your first bill here/u)).toBeDefined()
})

test('keeps the bill and offers a retry when the comparison fails', async () => {
  await open(aProblem(500))
  const region = await card()
  expect(await region.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.getByText('Amount due: $142.38')).toBeDefined()
})

test('names units in Spanish, one of them where the price is for one', async () => {
  await loadTexts('es', 'billChange')
  const gallons = { name: 'Gallons', before: 100, after: 120 }
  const parts = [
    { code: 'usage', amount: cents(2_000), figures: [{ kind: 'quantity', ...gallons }] },
    { code: 'rate', amount: cents(237), figures: [{ kind: 'price', ...gallons }] },
  ] as const
  await open({ ...noChange, previous: { ...colder, parts: [...parts] } }, 'es')
  const table = await (await card('Por qué cambió esta factura')).findByRole('table')
  expect(rows(table).map(([, figures]) => figures)).toEqual(
    expect.arrayContaining(['De 100 a 120 galones en total', 'De 100¢ a 120¢ por galón']),
  )
})

test('shows the reasons in Spanish', async () => {
  await loadTexts('es', 'billChange')
  await open({ ...noChange, previous: colder }, 'es')
  const region = await card('Por qué cambió esta factura')
  expect(
    await region.findByText(
      /^Esta factura es \$22\.37 más alta que su factura anterior, sobre todo porque el clima exigió/u,
    ),
  ).toBeDefined()
  expect(rows(region.getByRole('table'))[3]).toEqual([
    'Cargos fijos y adicionales',
    'Cargo por pago tardío: de ninguno a $2.37',
    '+$2.37',
  ])
  const figure = region.getByText(/^Cargo por pago tardío/u)
  expect([figure.querySelector('[lang]'), figure.closest('td')?.childNodes.length]).toEqual([null, 1])
})

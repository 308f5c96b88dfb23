import { expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { billCharges, type ChargeLine, type ExplainedBill } from './bill-charges.ts'

const line = (description: string, amount: number, changes: Partial<ChargeLine> = {}): ChargeLine => ({
  description,
  quantity: null,
  unit: '',
  amount: cents(amount),
  ...changes,
})
const bill = (lines: readonly ChargeLine[], changes: Partial<ExplainedBill> = {}): ExplainedBill => ({
  billDate: calendarDate('2026-11-13'),
  start: null,
  end: null,
  amount: cents(10_000),
  usageKwh: null,
  lateFee: cents(0),
  lines,
  prepaid: null,
  ...changes,
})
const kindOf = (description: string, amount = 100) => billCharges(bill([line(description, amount)]))?.lines[0]?.kind

it('groups lines by the words of their description, and everything below zero as a credit', () => {
  for (const name of ['Budget billing adjustment', 'AVERAGE BILLING', 'Levelized billing', 'Levelised Billing'])
    expect(kindOf(name, -100), name).toBe('leveling')
  for (const name of ['State tax', 'Taxes', 'Tax on energy']) expect(kindOf(name, -100), name).toBe('taxes')
  for (const name of ['Capital credit', 'Bill credits', 'Refund of deposit', 'Senior discount'])
    expect(kindOf(name), name).toBe('credits')
  expect([kindOf('Adjustment', -1), kindOf('Adjustment', 0), kindOf('Adjustment', 1)]).toEqual([
    'credits',
    'fees',
    'fees',
  ])
  for (const name of ['Taxi', 'Syntax', 'Accredited meter', 'Creditor', 'Average bill', 'Rebudget billings'])
    expect(kindOf(name), name).toBe('fees')
})

it('counts a line as metered only with a quantity and a unit', () => {
  const metered = (changes: Partial<ChargeLine>) => billCharges(bill([line('Energy', 500, changes)]))?.metered.size
  expect(metered({ quantity: 50, unit: 'kWh' })).toBe(1)
  expect(metered({ quantity: 0, unit: 'kWh' })).toBe(1)
  expect(metered({ quantity: 50 })).toBe(0)
  expect(metered({ unit: 'kWh' })).toBe(0)
})

it('adds up the lines of a unit, however it is written, and keeps what no line explains', () => {
  const charges = billCharges(
    bill([
      line('First 500', 5_000, { quantity: 500, unit: ' kWh ' }),
      line('Next 100', 900, { quantity: 100, unit: 'KWH' }),
      line('Demand', 800, { quantity: 8, unit: 'kW' }),
      line('Demand rider', 200, { quantity: 8, unit: 'kW' }),
      line('Service charge', 2_800),
    ]),
  )
  expect([...(charges?.metered ?? [])]).toEqual([
    ['kwh', { unit: ' kWh ', quantity: 600, amount: 5_900, lineCount: 2 }],
    ['kw', { unit: 'kW', quantity: 8, amount: 1_000, lineCount: 2 }],
  ])
  expect(charges?.lines).toEqual([{ kind: 'fees', description: 'Service charge', amount: 2_800 }])
  expect(charges?.rest).toBe(300)
})

it('uses the kWh of the bill for energy and not for another unit', () => {
  const lines = [line('Energy', 500, { quantity: 50, unit: 'kWh' }), line('Water', 500, { quantity: 70, unit: 'gal' })]
  const quantities = [...(billCharges(bill(lines, { usageKwh: 51 }))?.metered.values() ?? [])].map(
    ({ quantity }) => quantity,
  )
  expect(quantities).toEqual([51, 70])
})

it('reads the amounts of a prepaid period where there are no lines, and nothing without usage', () => {
  const prepaid = { usage: cents(7_000), charges: cents(2_000), taxes: cents(500) }
  expect(billCharges(bill([]))).toBeNull()
  expect(billCharges(bill([], { prepaid }))).toBeNull()
  const charges = billCharges(bill([], { prepaid, usageKwh: 700 }))
  expect(charges?.metered.get('kwh')).toEqual({ unit: 'kWh', quantity: 700, amount: 7_000, lineCount: 1 })
  expect(charges?.lines).toEqual([
    { kind: 'fees', description: 'Charges', amount: 2_000 },
    { kind: 'taxes', description: 'Taxes', amount: 500 },
  ])
  expect(charges?.rest).toBe(500)
  expect(billCharges(bill([line('Fee', 100)], { prepaid, usageKwh: 700 }))?.metered.size).toBe(0)
})

import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { billingButton, type BillingChange, checkBillingChange, isListed } from './check-billing-change.ts'

const standard = { billingType: 'Standard', isEligible: true, estimatedAmount: cents(11_000) } as const
const average = { ...standard, billingType: 'Average' } as const
const budget = { ...standard, billingType: 'Budget' } as const
const notEligible = { ...standard, isEligible: false }
const add: BillingChange = { action: 'Add', billingType: 'Average', estimatedBill: cents(11_000), settlementMonth: 6 }
const edit: BillingChange = { ...add, action: 'Edit', settlementMonth: 7 }
const remove: BillingChange = { action: 'Edit', billingType: 'Standard', estimatedBill: null, settlementMonth: null }

it('has the button Sign Up, Remove or Not Eligible, which wins over both [AB-06, AB-12, AB-13]', () => {
  expect([standard, average, budget, notEligible, { ...average, isEligible: false }].map(billingButton)).toEqual([
    'sign-up',
    'remove',
    'not-eligible',
    'not-eligible',
    'not-eligible',
  ])
})

it('lists eligible accounts that are not Average, and Average accounts, eligible or not [AB-16, AB-17]', () => {
  const accounts = [standard, average, budget, notEligible, { ...average, isEligible: false }]
  const listed = (filter: 'all' | 'average' | 'non-average') => accounts.map((one) => isListed(filter, one))
  expect(listed('all')).toEqual([true, true, true, true, true])
  expect(listed('average')).toEqual([false, true, false, false, true])
  expect(listed('non-average')).toEqual([true, false, true, false, false])
})

it.each([
  ['adds', standard, add, null],
  ['edits', average, edit, null],
  ['removes', average, remove, null],
  ['adds twice', average, add, 'already-average'],
  ['edits without an enrollment', standard, edit, 'not-average'],
  ['removes without an enrollment', standard, remove, 'not-average'],
  ['adds to Budget', budget, add, 'not-eligible'],
  ['adds to an account that is not eligible', notEligible, add, 'not-eligible'],
  ['removes from an account that is not eligible', { ...average, isEligible: false }, remove, 'not-eligible'],
  ['adds with another estimate', standard, { ...add, estimatedBill: cents(10_999) }, 'estimate-changed'],
  ['adds without the estimate', standard, { ...add, estimatedBill: null }, 'estimate-changed'],
  ['adds without a settlement month', standard, { ...add, settlementMonth: null }, 'not-valid'],
  ['removes with a settlement month', average, { ...remove, settlementMonth: 6 }, 'not-valid'],
  ['removes with an estimate', average, { ...remove, estimatedBill: cents(11_000) }, 'not-valid'],
  ['adds Standard', standard, { ...remove, action: 'Add' } as const, 'not-valid'],
  ['changes to Budget', average, { ...edit, billingType: 'Budget' } as const, 'not-valid'],
])('%s', (_, account, change, problem) => {
  expect(checkBillingChange(account, change)).toBe(problem)
})

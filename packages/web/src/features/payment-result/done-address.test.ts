import { expect, test } from 'vitest'
import { doneAddress } from './done-address.ts'

test('after Quick Pay, Done leads home [PS-11]', () => {
  expect(doneAddress({ isQuickPay: true, accountNumber: '000100', memberNumber: 'M1' })).toBe('/home')
})

test('otherwise Done leads to the overview of the account', () => {
  expect(doneAddress({ isQuickPay: false, accountNumber: '000100', memberNumber: 'M1' })).toBe(
    '/accountoverview?accountno=000100',
  )
})

test('otherwise, without a known account, to the overview of the member', () => {
  expect(doneAddress({ isQuickPay: false, accountNumber: null, memberNumber: 'M 1' })).toBe(
    '/accountoverview?member_number=M%201',
  )
})

test('without either, Done leads to the overview', () => {
  expect(doneAddress({ isQuickPay: false, accountNumber: '', memberNumber: null })).toBe('/accountoverview')
})

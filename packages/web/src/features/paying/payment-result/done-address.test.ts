import { expect, test } from 'vitest'
import { doneAddress } from './done-address.ts'

test('after Quick Pay, Done opens the home page [PS-11]', () => {
  expect(doneAddress({ paidAs: 'quick-pay', accountNumber: '000100', memberNumber: 'M1' })).toBe('/home')
})

test('after a payment of a shared account, Done leads to the shared accounts', () => {
  expect(doneAddress({ paidAs: 'shared', accountNumber: '000100', memberNumber: 'M1' })).toBe('/shared-with-me')
})

test('otherwise Done leads to the overview of the account', () => {
  expect(doneAddress({ paidAs: 'member', accountNumber: '000100', memberNumber: 'M1' })).toBe(
    '/accountoverview?accountno=000100',
  )
})

test('otherwise, without a known account, to the overview of the member', () => {
  expect(doneAddress({ paidAs: 'member', accountNumber: null, memberNumber: 'M 1' })).toBe(
    '/accountoverview?member_number=M%201',
  )
})

test('without either, Done leads to the overview', () => {
  expect(doneAddress({ paidAs: 'member', accountNumber: '', memberNumber: null })).toBe('/accountoverview')
})

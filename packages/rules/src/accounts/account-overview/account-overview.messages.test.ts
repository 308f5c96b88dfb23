import { expect, test } from 'vitest'
import { serviceUnavailableMessage } from '../../site/service-error/service-unavailable.messages.ts'
import { accountOverviewMessage, linkedAccountsFailed } from './account-overview.messages.ts'

test('a bill that cannot be shown has the message that it is not available [AO-39]', () => {
  expect(accountOverviewMessage('no-bill', 'en')).toBe(
    'The billing statement is not available. Please check back soon.',
  )
})

test('a missing file of a bill or of capital credits has the documented sentence', () => {
  expect(accountOverviewMessage('bill-file-missing', 'en')).toBe('Bill History File not found.')
  expect(accountOverviewMessage('capital-credit-file-missing', 'en')).toBe('Capital Credit File not found.')
})

test('linked accounts that do not load have a message with the reason [AO-59]', () => {
  expect(linkedAccountsFailed('The line is down.', 'en')).toBe('Failed to load linked accounts: The line is down.')
})

test('unavailable MyMeter has the documented message', () => {
  expect(serviceUnavailableMessage('en')).toBe('Service unavailable, please contact administrator.')
})

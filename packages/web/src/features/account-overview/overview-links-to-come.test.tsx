import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { completeTable } from '../../test-support/complete-table.tsx'
import { settingsLine, theirSettings } from '../../test-support/overview-answers.ts'
import { configuration, linksOf, openLinks } from '../../test-support/overview-links.ts'

// Links to pages that the portal does not have yet.
const openLater = (options: Parameters<typeof openLinks>[0] = {}) => openLinks({ table: completeTable, ...options })

test('the next three lead to outage, service requests and usage [AO-26, AO-27, AO-28]', async () => {
  await openLater()
  expect(linksOf('Quick links').slice(3, 6)).toEqual([
    'Outage /outage-status?accountno=000100200300&memberno=M1001&locationid=L-77&accounttype=Electric',
    'Service Requests /service-requests',
    'Usage /usage-tracker',
  ])
})

test('the last three lead to meter reading, MeterSense and home [AO-29, AO-37, AO-38]', async () => {
  await openLater()
  expect(linksOf('Quick links').slice(6)).toEqual([
    'Enter a meter reading /meter-reading',
    'MeterSense /meter-sense-cc',
    'Home /home',
  ])
})

test('usage is not offered for an account whose usage is not shown [AO-28]', async () => {
  await openLater({ info: { viewUsageHistory: 'N' } })
  expect(linksOf('Quick links').join()).not.toContain('/usage-tracker')
})

test('where outages and usage of other services are hidden, a propane account has neither link [AO-26, AO-28]', async () => {
  const hidden = theirSettings({ hideNonElectricOutage: 'Y', hideNonElectricUsage: 'Y' })
  await openLater({ info: { accountType: 'Propane' }, answers: { [settingsLine]: hidden } })
  expect(linksOf('Quick links').join()).not.toMatch(/outage|usage/iu)
  expect(screen.queryByRole('link', { name: 'Report an outage' })).toBeNull()
})

test('an address of MeterSense that is not https leads nowhere [AO-37]', async () => {
  await openLater({ info: { meterSenseccUrl: 'http://meter.example.org/' } })
  expect(linksOf('Quick links').join()).not.toContain('MeterSense')
})

test('each program leads to its page [AO-32, AO-33, AO-36]', async () => {
  await openLater()
  expect(linksOf('Payment programs')).toEqual([
    'AutoPay /billpayments/auto-pay',
    'Average Billing /levelized-billing',
    'Draft Payments /draft-payments?accountno=000100200300',
    'Operation RoundUp /operation-roundup',
  ])
})

describe('reporting an outage', () => {
  const report = () => screen.queryByRole('link', { name: 'Report an outage' })

  test('leads to the outage page with account, member, location and kind of account [AO-22, AO-26]', async () => {
    await openLater()
    expect(report()?.getAttribute('href')).toBe(
      '/outage-status?accountno=000100200300&memberno=M1001&locationid=L-77&accounttype=Electric',
    )
  })

  test('is not there without the Outage feature [AO-22]', async () => {
    await openLater({ site: { features: [], configuration } })
    expect(report()).toBeNull()
  })

  test.each(['Disconnected', 'Pending Disconnect', 'Pending Reconnect', 'Final Billed'])(
    'is not offered while the account is %s [AO-62]',
    async (derivedStatus) => {
      await openLater({ info: { derivedStatus } })
      expect(report()).toBeNull()
    },
  )

  test('is offered while the account is past due [AO-62]', async () => {
    await openLater({ info: { derivedStatus: 'Past Due' } })
    expect(report()).not.toBeNull()
  })
})

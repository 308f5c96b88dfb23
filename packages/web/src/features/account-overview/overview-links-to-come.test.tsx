import { expect, test } from 'vitest'
import { completeTable } from '../../test-support/complete-table.tsx'
import { settingsLine, theirSettings } from '../../test-support/overview-answers.ts'
import { linksOf, openLinks } from '../../test-support/overview-links.ts'

// Links to pages that the portal does not have yet.
const openLater = (options: Parameters<typeof openLinks>[0] = {}) => openLinks({ table: completeTable, ...options })

test('the third link of the second group opens usage [AO-28]', async () => {
  await openLater()
  expect(linksOf('Quick links')[5]).toBe('Usage /usage-tracker')
})

test('the last three lead to meter reading, MeterSense and home [AO-29, AO-38]', async () => {
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

test('hides the usage link of a propane account when non-electric usage is hidden [AO-28]', async () => {
  const hidden = theirSettings({ hideNonElectricUsage: 'Y' })
  await openLater({ info: { accountType: 'Propane' }, answers: { [settingsLine]: hidden } })
  expect(linksOf('Quick links').join()).not.toMatch(/usage/iu)
})

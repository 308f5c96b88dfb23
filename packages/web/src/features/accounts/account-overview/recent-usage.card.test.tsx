import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openOverview } from '../../../test-support/open-overview.tsx'
import { settingsLine, theirSettings } from '../../../test-support/overview-answers.ts'
import { aDay, daily, usageLines } from '../../../test-support/usage-answers.ts'

const open = async (options: Parameters<typeof openOverview>[0] = {}) =>
  openOverview({
    site: { features: ['Usages'] },
    ...options,
    answers: { [usageLines.daily]: daily(aDay('2026-11-16', 41)), ...options.answers },
  })

it('the overview shows the last 14 days with one call and links to the usage tracker [AO-28]', async () => {
  const { sent } = await open()
  const card = within(await screen.findByRole('region', { name: 'Your last 14 days' }))
  expect(await card.findByText('53.5 kWh')).toBeDefined()
  expect(card.getByRole('img').getAttribute('aria-label')).toBe(
    'You used 53.5 kWh. The highest day was 11/16/2026 with 41 kWh.',
  )
  expect(card.getByRole('img').querySelectorAll('rect')).toHaveLength(14)
  expect(card.getByRole('link', { name: 'See your usage' }).getAttribute('href')).toBe(
    '/usage-tracker?accountno=000100200300',
  )
  expect(sent(usageLines.daily)).toHaveLength(1)
})

it('the overview names the unit in Spanish', async () => {
  await open({
    language: 'es',
    answers: { [usageLines.daily]: daily(aDay('2026-11-16', 41, { unitOfMeasure: 'Gallons' })) },
  })
  expect(await screen.findByText('53.5 galones')).toBeDefined()
})

it.each([
  ['without the Usages feature', { site: { features: [] } }],
  ['for an account whose usage is not shown', { info: { viewUsageHistory: 'N' as const } }],
  ['for an account whose usage is suspended', { info: { showUsageSuspendedMsg: 'Y' as const } }],
  ['for an account without a meter', { info: { meters: [] } }],
  [
    'for a water account where the cooperative hides it',
    { info: { accountType: 'Water' }, answers: { [settingsLine]: theirSettings({ hideNonElectricUsage: 'Y' }) } },
  ],
])('the overview requests no usage %s', async (_when, options) => {
  const { sent } = await open(options)
  await screen.findByRole('region', { name: 'Quick links' })
  expect(sent(usageLines.daily)).toEqual([])
  expect(screen.queryByRole('region', { name: 'Your last 14 days' })).toBeNull()
})

import type { InsightsAnswer } from '@coopline/contract/usage/insights/insights.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUsageAccount, insightsLine, noInsights, openUsage, usageLines } from '../../../test-support/usage-answers.ts'

const card = async (name = 'What your usage shows') => within(await screen.findByRole('region', { name }))
const factOf = (label: string) => {
  const [value, note] = [...(screen.getByText(label, { selector: 'dt' }).parentElement?.querySelectorAll('dd') ?? [])]
  return [value?.textContent, note?.textContent]
}

const day = calendarDate
const shown: InsightsAnswer = {
  through: day('2026-11-19'),
  baseLoad: { watts: 412, days: 30, sharePercent: 38 },
  comparison: {
    from: day('2026-10-21'),
    to: day('2026-11-19'),
    used: 720_000,
    usedYearAgo: 800_000,
    expected: 818_000,
    heating: 610,
    heatingYearAgo: 590,
    cooling: 0,
    coolingYearAgo: 2,
    share: 0.81,
    fitDays: 365,
  },
  highestHour: { day: day('2026-11-16'), hour: 18, used: 6_400 },
  projectedBill: {
    from: day('2026-11-13'),
    to: day('2026-12-12'),
    daysRead: 7,
    usedSoFar: 210_500,
    used: 930_000,
    amount: cents(15_320),
    low: cents(14_100),
    high: cents(16_540),
    triedOn: 12,
    medianError: 0.042,
    band: 0.08,
  },
  newestBill: null,
}

test('shows insights on the usage page with their figures and the projection error', async () => {
  await openUsage({ answers: { [insightsLine]: shown } })
  expect(await (await card()).findByText('From readings through 11/19/2026.')).toBeDefined()
  expect(factOf('Projected next bill')).toEqual([
    'About $153.20',
    'For 11/13/2026 to 12/12/2026; likely between $141.00 and $165.40. Based on 210.5 kWh in the first 7 days and 930 kWh expected in total. ' +
      'When we tested this on your last 12 bills, it was typically off by 4.2%, and within 8% four times out of five.',
  ])
  expect(factOf('Compared with last year, adjusted for weather')).toEqual([
    '12% less',
    '10/21/2026 to 11/19/2026: 720 kWh. Last year’s usage in this year’s weather would be 818 kWh. ' +
      'Last year: 800 kWh. Degree days: 610 now, 592 then. Weather explains 81% of your daily changes.',
  ])
  expect(factOf('Always-on usage')[0]).toBe('412 watts')
  expect(factOf('Highest hour')).toEqual([
    '6.4 kWh',
    expect.stringMatching(/^11\/16\/2026, 6\sPM to 7\sPM\. The highest hour of the last 30 days\.$/u),
  ])
})

test('says that there is not enough data yet and shows no figures', async () => {
  await openUsage({ answers: { [insightsLine]: noInsights } })
  expect(await (await card()).findByText(/^There are not enough readings yet/u)).toBeDefined()
  expect(screen.queryByText('Projected next bill')).toBeNull()
})

test('shows no insights while usage is suspended', async () => {
  const { calls } = await openUsage({
    answers: { [usageLines.account]: aUsageAccount({ showUsageSuspendedMsg: true }), [insightsLine]: shown },
  })
  await screen.findByText('Account number', { selector: 'dt' }).catch(() => null)
  expect(screen.queryByRole('region', { name: 'What your usage shows' })).toBeNull()
  expect(calls.filter(({ line }) => line === insightsLine)).toEqual([])
})

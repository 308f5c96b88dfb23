import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aProblem, type SentCall } from '../../../test-support/answers.ts'
import { aDay, aUsageAccount, daily, openUsage, usageLines } from '../../../test-support/usage-answers.ts'

const sentTo = (calls: readonly SentCall[], line: string) => calls.filter((call) => call.line === line)
const chart = async () => screen.findByRole('group', { name: 'Daily usage in kWh' })
const submit = () => screen.getByRole('button', { name: 'Search' })
const setDates = (from: string, to: string) => {
  for (const [label, value] of [
    ['Start date', from],
    ['End date', to],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.blur(screen.getByLabelText(label))
  }
}

describe('the search', () => {
  it('starts with the last 30 days and requests them as yyyy-MM-dd [US-56]', async () => {
    const { calls } = await openUsage()
    await chart()
    expect(sentTo(calls, usageLines.daily)[0]?.address).toContain('fromDate=2026-10-22&toDate=2026-11-20')
    expect(screen.getByLabelText<HTMLInputElement>('Start date').value).toBe('2026-10-22')
  })

  it('requests the chosen days', async () => {
    const { user, calls } = await openUsage()
    await chart()
    setDates('2026-11-10', '2026-11-16')
    await user.click(submit())
    await waitFor(() =>
      expect(sentTo(calls, usageLines.daily).at(-1)?.address).toContain('fromDate=2026-11-10&toDate=2026-11-16'),
    )
  })

  it('is disabled while its dates are wrong and enabled once they are right [US-54]', async () => {
    await openUsage()
    await chart()
    setDates('2026-11-10', '2026-11-09')
    await waitFor(() => expect(submit()).toHaveProperty('disabled', true))
    setDates('2026-11-10', '2026-11-16')
    await waitFor(() => expect(submit()).toHaveProperty('disabled', false))
  })

  it.each([
    ['without a start date', 'US-47', '', '2026-11-16', 'Date is required.'],
    ['without an end date', 'US-48', '2026-11-10', '', 'Date is required.'],
    ['with a date before 1990', 'US-49', '1989-12-31', '2026-11-16', 'Choose a later date.'],
    ['with an end after today', 'US-50', '2026-11-10', '2026-11-21', 'Invalid date range.'],
    ['with an end before its start', 'US-51', '2026-11-10', '2026-11-09', 'Invalid date range.'],
    [
      'over more than 180 days',
      'US-52',
      '2026-05-23',
      '2026-11-20',
      'The search date range should not exceed 180 days.',
    ],
    [
      'that starts more than 180 days ago',
      'US-53',
      '2026-05-01',
      '2026-05-31',
      'The start date should be within 180 days before today.',
    ],
  ])('disables the search %s [%s]', async (_why, _id, from, to, message) => {
    const { user, calls } = await openUsage()
    await chart()
    setDates(from, to)
    expect(await screen.findByText(message)).toBeDefined()
    expect(submit()).toHaveProperty('disabled', true)
    const before = sentTo(calls, usageLines.daily).length
    await user.click(submit())
    expect(sentTo(calls, usageLines.daily)).toHaveLength(before)
  })

  it('allows longer ranges while MDM is off', async () => {
    const { user, calls } = await openUsage({ site: { features: ['Usages'] } })
    await chart()
    setDates('2025-01-01', '2026-11-20')
    await user.click(submit())
    await waitFor(() => expect(sentTo(calls, usageLines.daily).at(-1)?.address).toContain('fromDate=2025-01-01'))
  })
})

describe('states', () => {
  it('says when usage is not supported and loads none [US-37, US-38]', async () => {
    const { calls } = await openUsage({ answers: { [usageLines.account]: aUsageAccount({ isUsageSupported: false }) } })
    expect(await screen.findByText('Usage data is not supported for the selected account.')).toBeDefined()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(sentTo(calls, usageLines.daily)).toEqual([])
  })

  it('shows the cooperative’s message and disables the search while usage is suspended [US-41, US-42, ST-75]', async () => {
    const { calls } = await openUsage({
      answers: {
        [usageLines.account]: aUsageAccount({ showUsageSuspendedMsg: true }),
        [usageLines.suspended]: {
          key: 'usageSuspendedMessage',
          content: [{ t: 'p', c: ['Back on Monday.'] }],
        },
      },
    })
    expect(await screen.findByText('Back on Monday.')).toBeDefined()
    expect(screen.getByLabelText('Start date')).toHaveProperty('disabled', true)
    expect(screen.getByLabelText('End date')).toHaveProperty('disabled', true)
    expect(sentTo(calls, usageLines.daily)).toEqual([])
  })

  it('disables the submit button while usage is suspended [US-55]', async () => {
    await openUsage({ answers: { [usageLines.account]: aUsageAccount({ showUsageSuspendedMsg: true }) } })
    expect(await screen.findByText(/not available at the moment/u)).toBeDefined()
    expect(submit()).toHaveProperty('disabled', true)
  })

  it('shows the cooperative’s disclaimer above the chart [US-39, ST-74]', async () => {
    await openUsage({
      answers: {
        [usageLines.disclaimer]: { key: 'openUsageDisclaimer', content: [{ t: 'p', c: ['This is not a bill.'] }] },
      },
    })
    const disclaimer = await screen.findByText('This is not a bill.')
    expect(disclaimer.compareDocumentPosition(await chart()) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  it('says that the account has no usage when the first load finds none [US-66]', async () => {
    await openUsage({ answers: { [usageLines.daily]: { usagesByMeter: [] } } })
    expect(await screen.findByText('There were no usage data found for this account.')).toBeDefined()
  })

  it('names the searched days when a search finds no usage [US-67]', async () => {
    const { user } = await openUsage({
      answers: {
        [usageLines.daily]: (address: string) =>
          address.includes('2026-11-01') ? { usagesByMeter: [] } : daily(aDay('2026-11-16', 41)),
      },
    })
    await chart()
    setDates('2026-11-01', '2026-11-05')
    await user.click(submit())
    expect(
      await screen.findByText(
        'No usage data was found for the selected date range 11/01/2026 to 11/05/2026. Please adjust the date range using the fields above.',
      ),
    ).toBeDefined()
  })

  it('shows the error and no usage area when the account or its usage fails to load [US-62]', async () => {
    await openUsage({ answers: { [usageLines.account]: aProblem(409, 'The account is being moved.') } })
    expect((await screen.findByRole('alert')).textContent).toContain('The account is being moved.')
    expect([screen.queryByRole('tab'), screen.queryByRole('button', { name: 'Search' })]).toEqual([null, null])
    cleanup()
    await openUsage({ answers: { [usageLines.daily]: aProblem(500) } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We are unable to process your request at this time. Please try again later.')
    expect(screen.queryByRole('group', { name: 'Daily usage in kWh' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull()
  })

  it('hides the days before when a search fails [US-62]', async () => {
    const { user } = await openUsage({
      answers: {
        [usageLines.daily]: (address: string) =>
          address.includes('2026-11-01') ? aProblem(409, 'The meter system is down.') : daily(aDay('2026-11-16', 41)),
      },
    })
    await chart()
    setDates('2026-11-01', '2026-11-05')
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('The meter system is down.')
    expect(screen.queryByRole('group', { name: 'Daily usage in kWh' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull()
  })

  it('shows an alert and no chart when intervals fail to load [US-63]', async () => {
    const { user } = await openUsage({
      answers: { [usageLines.intervals]: aProblem(409, 'The meter does not answer.') },
    })
    await user.click(within(await chart()).getByRole('button', { name: /November 16/u }))
    expect((await screen.findByRole('alert')).textContent).toContain('The meter does not answer.')
    expect(screen.queryByRole('group', { name: /^Usage on/u })).toBeNull()
  })

  it('names the date of a day without intervals [US-65]', async () => {
    const { user } = await openUsage({
      answers: { [usageLines.intervals]: { meterId: 'E-1', unitOfMeasure: 'kWh', blocks: [] } },
    })
    await user.click(within(await chart()).getByRole('button', { name: /November 16/u }))
    // On the screen beside the bar, and once for screen readers.
    const sentences = await screen.findAllByText(
      'There were no hourly usage data found for the selected date 11/16/2026. You need to adjust your date range...',
    )
    expect(sentences.map((one) => one.closest('[data-ui]')?.getAttribute('data-ui'))).toEqual([
      'visually-hidden',
      'usage-tip',
    ])
  })

  it('offers a choice of meters and charts the selected one', async () => {
    const both = daily(aDay('2026-11-16', 41)).usagesByMeter
    const { user } = await openUsage({
      answers: {
        [usageLines.account]: aUsageAccount({
          meters: [
            { meterId: 'E-1', unitOfMeasure: 'kWh', isNetMetered: false },
            { meterId: 'W-2', unitOfMeasure: 'Gallons', isNetMetered: false },
          ],
        }),
        [usageLines.daily]: {
          usagesByMeter: [
            ...both,
            { ...both[0], meterId: 'W-2', meterUsages: [aDay('2026-11-16', 180, { unitOfMeasure: 'Gallons' })] },
          ],
        },
        'GET /v3/members/M1001/accounts/000100200300/meters/W-2/usage-attributes': {
          attributeCategoryName: 'Interval Data',
          attributes: [],
        },
      },
    })
    await chart()
    await user.selectOptions(screen.getByLabelText('Meter'), 'W-2')
    expect(await screen.findByRole('group', { name: 'Daily usage in Gallons' })).toBeDefined()
  })
})

describe('the table', () => {
  const rows = ['2026-11-14', '2026-11-16'].map((date, index) => ({
    date,
    meterId: 'E-1',
    endReading: 7_000 + index,
    status: 'Actual',
    lowTemperature: 20,
    highTemperature: 41.5,
    usageValue: 12.5,
    unitOfMeasure: 'kWh',
    prepaidDailyTotal: null,
  }))
  const open = async (results: readonly { key: string; value: string }[] = []) => {
    const { user } = await openUsage({
      answers: {
        [usageLines.byMeter]: { usagesWeatherByMeterId: [{ meterId: 'E-1', usagesWeather: rows }] },
        [usageLines.settings]: { results },
      },
    })
    await chart()
    await user.click(screen.getByRole('button', { name: 'Show table' }))
    const table = within(await screen.findByRole('table', { name: 'Usage by day' }))
    return table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  }

  it('lists the newest day first, with weather and the meter’s reading [US-60, US-61]', async () => {
    expect(await open()).toEqual([
      ['Date', 'Usage', 'Status', 'End reading', 'Low °F', 'High °F'],
      ['11/16/2026', '12.5 kWh', 'Actual', '7,001', '20', '41.5'],
      ['11/14/2026', '12.5 kWh', 'Actual', '7,000', '20', '41.5'],
    ])
  })

  it('applies USAGESORTORDER and USAGETABLESTRUCTURE to the table [US-61, ST-70, ST-71]', async () => {
    const settings = [
      { key: 'USAGESORTORDER', value: 'ASC' },
      { key: 'USAGETABLESTRUCTURE', value: 'date,highTemperature,nonsense,usageValue' },
    ]
    expect(await open(settings)).toEqual([
      ['Date', 'High °F', 'Usage'],
      ['11/14/2026', '41.5', '12.5 kWh'],
      ['11/16/2026', '41.5', '12.5 kWh'],
    ])
  })
})

import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aProblem, type SentCall } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { aDay, aMonth, aUsageAccount, daily, openUsage, usageLines } from '../../../test-support/usage-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const chart = async (name: RegExp = /^Daily usage in kWh$/u) => {
  const groups = await screen.findAllByRole('group', { name })
  return within(groups[0] as HTMLElement)
}
const barsOf = (inChart: ReturnType<typeof within>) =>
  [...inChart.queryAllByRole('button'), ...inChart.queryAllByRole('img')].map((bar) => bar.getAttribute('aria-label'))
const sentTo = (calls: readonly SentCall[], line: string) => calls.filter((call) => call.line === line)
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent
const factOf = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).closest('div')?.textContent?.replace(label, '')

describe('the page', () => {
  it('shows daily, monthly and interval usage with charts, weather and summaries [US-01]', async () => {
    const { user } = await openUsage()
    expect(barsOf(await chart()).join()).toMatch(/November 16, 2026: 41 kWh.*Low 20 °F, high 41.5 °F, average 31 °F/u)
    expect(screen.getByRole('region', { name: 'Summary' }).textContent).toMatch(/26\.8 kWh.*53\.5 kWh/u)
    await user.click(screen.getByRole('tab', { name: 'Monthly' }))
    expect(barsOf(await chart(/^Monthly usage in kWh$/u)).join()).toContain('800 kWh')
    await user.click(screen.getByRole('tab', { name: 'Interval' }))
    const line = (await screen.findByRole('group', { name: 'Interval usage in kWh' })).querySelector('path')
    expect(line?.getAttribute('d')).toMatch(/^M\d/u)
    expect(screen.getByText(/^You used 3\.5 kWh from/u)).toBeDefined()
  })

  it('opens for members with the title Usage Tracker [RU-07]', async () => {
    await openUsage()
    expect(await screen.findByRole('heading', { level: 1, name: 'Usage Tracker' })).toBeDefined()
    expect(document.title).toContain('Usage Tracker')
  })

  it('redirects a visitor to sign in', async () => {
    const { address } = await renderPortal({ path: '/usage-tracker', visits: ['/login'] })
    expect(address()).toBe('/login?returnUrl=%2Fusage-tracker')
  })

  it('shows account number, customer, meter and address [US-43, US-44, US-45]', async () => {
    await openUsage()
    await chart()
    const facts = ['Account number', 'Customer name', 'Meter', 'Service address'].map(factOf)
    expect(facts).toEqual(['000100200300', 'Ada Lindqvist', 'E-1', '1234 Oak St, Eau Claire, WI 54701'])
  })

  it('shows the service address of the current account [US-46]', async () => {
    await openUsage({
      answers: { [usageLines.account]: aUsageAccount({ serviceAddress: '9 Elm St, Eau Claire, WI 54703' }) },
    })
    await chart()
    expect(factOf('Service address')).toBe('9 Elm St, Eau Claire, WI 54703')
  })

  it('switches to the account in the URL and removes it from the URL [US-08, US-09]', async () => {
    const other = theirAccount.toListed({ accountNumber: '000100200301', isPrimaryAccount: false })
    const line = 'GET /v3/members/M1001/accounts/000100200301/usage'
    const { address, calls } = await openUsage({
      path: '/usage-tracker?accountno=000100200301',
      answers: {
        [accountsLine]: (sent: string) =>
          sent.includes('first=')
            ? theirAccounts(other, theirAccount.toListed())
            : theirAccounts(theirAccount.toListed(), other),
        [line]: aUsageAccount({ accountNumber: '000100200301' }),
        [`${line}/daily`]: daily(aDay('2026-11-16', 7)),
        'GET /v3/members/M1001/accounts/000100200301/meters/E-1/usage-attributes': {
          attributeCategoryName: 'Interval Data',
          attributes: [],
        },
      },
    })
    await chart()
    expect(factOf('Account number')).toBe('000100200301')
    expect(address()).toBe('/usage-tracker')
    expect(sentTo(calls, usageLines.daily)).toEqual([])
  })

  it('keeps the selected account when the URL names another member’s account [US-08]', async () => {
    const { address } = await openUsage({ path: '/usage-tracker?accountno=999999999' })
    await chart()
    expect(factOf('Account number')).toBe('000100200300')
    expect(address()).toBe('/usage-tracker')
  })

  it('links back to all accounts for members who came from there [US-10]', async () => {
    await openUsage({ path: '/usage-tracker?isFromViewAllAccounts=true&accountno=000100200300' })
    await chart()
    expect(screen.getByRole('link', { name: 'Back to all accounts' }).getAttribute('href')).toBe('/view-all-accounts')
  })

  it('has no link back to all accounts with isFromViewAllAccounts false [US-10]', async () => {
    await openUsage({ path: '/usage-tracker?isFromViewAllAccounts=false' })
    await chart()
    expect(screen.queryByRole('link', { name: 'Back to all accounts' })).toBeNull()
  })

  it('shows the same usage without menus on the direct usage tracker [US-68, RU-08, SH-30]', async () => {
    await openUsage({ path: '/direct-usage-tracker' })
    expect(barsOf(await chart())).toHaveLength(30)
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('button', { name: 'Sign Out' })).toBeDefined()
    expect(header.queryByRole('navigation')).toBeNull()
    expect(header.getByRole('link', { name: 'Usage' }).getAttribute('href')).toBe('/direct-usage-tracker')
    expect(screen.queryByRole('navigation', { name: 'Your accounts' })).toBeNull()
    expect(document.title).toContain('Usage Tracker')
  })
})

describe('the tabs', () => {
  it('has the tabs Daily, Monthly and Interval and opens Daily first [US-02, US-03]', async () => {
    await openUsage()
    await chart()
    expect(tabs()).toEqual(['Daily', 'Monthly', 'Interval'])
    expect(selectedTab()).toBe('Daily')
  })

  it('shows one view at a time [US-11]', async () => {
    const { user } = await openUsage()
    await chart()
    await user.click(screen.getByRole('tab', { name: 'Monthly' }))
    await chart(/^Monthly usage in kWh$/u)
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
    expect(screen.queryByRole('group', { name: 'Daily usage in kWh' })).toBeNull()
  })

  it('opens Monthly when the link to the page asks for it [US-05]', async () => {
    await openUsage({ state: { tab: 'monthly' } })
    await chart(/^Monthly usage in kWh$/u)
    expect(selectedTab()).toBe('Monthly')
  })

  it('opens Monthly when the Usages feature is off and keeps Daily [US-06, ST-60]', async () => {
    await openUsage({ site: { features: ['MDMEnabled', 'MdmCloudEnabled'] } })
    await chart(/^Monthly usage in kWh$/u)
    expect(tabs()).toEqual(['Daily', 'Monthly', 'Interval'])
  })

  it('has no Interval tab and requests no attributes without cloud meter data [US-07, US-58]', async () => {
    const { calls } = await openUsage({ site: { features: ['Usages', 'MDMEnabled'] } })
    await chart()
    expect(tabs()).toEqual(['Daily', 'Monthly'])
    expect(sentTo(calls, usageLines.attributes)).toEqual([])
  })

  it('hides the Interval tab and logs the error when the attributes fail [US-64]', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await openUsage({ answers: { [usageLines.attributes]: aProblem(500) } })
    await chart()
    await waitFor(() => expect(tabs()).toEqual(['Daily', 'Monthly']))
    expect(warn.mock.calls.map(([text]) => text)).toContain('The attributes of the meter could not be loaded.')
    warn.mockRestore()
  })
})

describe('daily bars', () => {
  it('names each bar with day, usage, status and weather, and marks days without a reading [US-12, US-60]', async () => {
    await openUsage({
      answers: { [usageLines.daily]: daily(aDay('2026-11-14', 12.5), aDay('2026-11-16', 41, { status: 'Estimate' })) },
    })
    const bars = barsOf(await chart())
    expect(bars).toContain('Saturday, November 14, 2026: 12.5 kWh')
    expect(bars).toContain(
      'Monday, November 16, 2026: 41 kWh. Estimated reading. Low 20 °F, high 41.5 °F, average 31 °F',
    )
    expect(bars).toContain('Sunday, November 15, 2026: No reading')
    expect(bars).toHaveLength(30)
  })

  const fillOf = (inChart: ReturnType<typeof within>, name: RegExp) =>
    inChart.getByRole('button', { name }).querySelectorAll('rect')[1]?.getAttribute('class')

  it('colors estimates and keyed readings as such, even on weekends', async () => {
    await openUsage({
      answers: {
        [usageLines.daily]: daily(
          aDay('2026-11-14', 12.5, { status: 'Estimate' }),
          aDay('2026-11-15', 41, { status: 'Keyed' }),
        ),
      },
    })
    const inChart = await chart()
    expect(fillOf(inChart, /November 14/u)).toMatch(/estimate/u)
    expect(fillOf(inChart, /November 15/u)).toMatch(/keyed/u)
  })

  it.each([
    ['fifteen', ['12:00 AM: 0.25 kWh', '12:15 AM: 0.5 kWh', '12:30 AM: 1 kWh', '12:45 AM: 0 kWh']],
    ['sixty', ['12:00 AM: 1.75 kWh']],
  ])('spaces the intervals of a day by the meter’s attribute %s [US-59]', async (interval, bars) => {
    const blocks = [{ startTime: '2026-11-16T00:00:00-06:00', minutes: 15, used: [250, 500, 1_000, 0] }]
    const { user } = await openUsage({
      answers: {
        [usageLines.attributes]: { attributeCategoryName: 'Interval Data', attributes: [{ interval }] },
        [usageLines.intervals]: { meterId: 'E-1', unitOfMeasure: 'kWh', blocks },
      },
    })
    await user.click((await chart()).getByRole('button', { name: /November 16/u }))
    expect(barsOf(await chart(/^Usage on 11\/16\/2026 in kWh$/u))).toEqual(bars)
  })

  it('opens a day’s intervals on press and on Enter, and returns with the back button [US-20]', async () => {
    const { user, calls } = await openUsage()
    await user.click((await chart()).getByRole('button', { name: /November 16/u }))
    expect(barsOf(await chart(/^Usage on 11\/16\/2026 in kWh$/u))).toEqual(
      expect.arrayContaining(['12:00 AM: 0.5 kWh', '1:00 AM: No reading', '2:00 AM: 3 kWh']),
    )
    expect(sentTo(calls, usageLines.intervals)[0]?.address).toContain(
      'fromDate=2026-11-16&toDate=2026-11-16&meterId=E-1',
    )
    const back = screen.getByRole('button', { name: 'Back to daily usage' })
    expect(document.activeElement).toBe(back)
    await user.click(back)
    const bar = (await chart()).getByRole('button', { name: /November 14/u })
    act(() => bar.focus())
    fireEvent.keyDown(bar, { key: 'Enter' })
    await chart(/^Usage on 11\/14\/2026 in kWh$/u)
  })

  it('ignores presses on a bar while MDM is off [US-21]', async () => {
    const { calls } = await openUsage({ site: { features: ['Usages'] } })
    const inChart = await chart()
    expect(inChart.queryByRole('button')).toBeNull()
    fireEvent.click(inChart.getByRole('img', { name: /November 16/u }))
    expect(sentTo(calls, usageLines.intervals)).toEqual([])
  })

  it('keeps the days and says so at the bar when the pressed day has no intervals [US-65]', async () => {
    const { user } = await openUsage({
      answers: { [usageLines.intervals]: { meterId: 'E-1', unitOfMeasure: 'kWh', blocks: [] } },
    })
    await user.click((await chart()).getByRole('button', { name: /November 16/u }))
    const none = 'There were no hourly usage data found for the selected date 11/16/2026.'
    const bar = await (await chart()).findByRole('button', { name: new RegExp(`November 16.*${none}`, 'u') })
    expect(document.activeElement).toBe(bar)
    expect(screen.queryByRole('button', { name: 'Back to daily usage' })).toBeNull()
  })

  it('shows a value at the first tap of a finger and opens the day at the second [US-12, US-20]', async () => {
    const { calls } = await openUsage()
    const bar = (await chart()).getByRole('button', { name: /November 16/u })
    const shown = () => document.querySelector('[data-ui="usage-tip"]')?.textContent ?? null
    const tap = () => {
      fireEvent.pointerDown(bar, { pointerType: 'touch' })
      fireEvent.pointerLeave(bar, { pointerType: 'touch' })
      fireEvent.click(bar)
    }
    tap()
    expect(shown()).toMatch(/^Monday, November 16, 2026/u)
    expect(sentTo(calls, usageLines.intervals)).toEqual([])
    tap()
    await chart(/^Usage on 11\/16\/2026 in kWh$/u)
  })

  it('starts with the newest bar on the keyboard', async () => {
    await openUsage()
    await chart()
    const first = document.querySelector('[data-bar][tabindex="0"]')
    expect(first?.getAttribute('aria-label')).toMatch(/^Friday, November 20/u)
  })

  it('moves between bars with the arrow keys', async () => {
    await openUsage()
    const inChart = await chart()
    const [first] = inChart.getAllByRole('img')
    act(() => first?.focus())
    fireEvent.keyDown(first as HTMLElement, { key: 'End' })
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Friday, November 20/u)
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' })
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Thursday, November 19/u)
    expect(document.querySelectorAll('[data-bar][tabindex="0"]')).toHaveLength(1)
  })

  it('compares with the previous year by one switch', async () => {
    const compared = daily(aDay('2026-11-16', 41))
    const { user, calls } = await openUsage({
      answers: {
        [usageLines.daily]: (sent: string) => ({
          usagesByMeter: compared.usagesByMeter.map((meter) => ({
            ...meter,
            ...(sent.includes('previousYear=Y')
              ? { previousYear: [{ date: calendarDate('2026-11-16'), usageValue: 20.5 }] }
              : {}),
          })),
        }),
      },
    })
    await chart()
    await user.click(screen.getByLabelText('Compare with the year before'))
    expect(await screen.findByText(/100% more than on the same days a year before/u)).toBeDefined()
    expect(sentTo(calls, usageLines.daily).at(-1)?.address).toContain('previousYear=Y')
  })
})

describe('units', () => {
  it('shows gallons for a water account [US-13]', async () => {
    await openUsage({
      answers: { [usageLines.daily]: daily(aDay('2026-11-16', 180, { unitOfMeasure: 'Gallons' })) },
    })
    expect(barsOf(await chart(/^Daily usage in Gallons$/u)).join()).toContain('180 Gallons')
    expect(screen.getByRole('radio', { name: 'Usage (Gallons)' })).toBeDefined()
  })

  it('names the unit in Spanish in charts, choices, cards, tables and the list of meters', async () => {
    const days = daily(aDay('2026-11-16', 180, { unitOfMeasure: 'Gallons' }))
    const row = {
      date: '2026-11-16',
      meterId: 'E-1',
      endReading: 7_000,
      status: 'Actual',
      lowTemperature: 20,
      highTemperature: 41.5,
      usageValue: 12.5,
      unitOfMeasure: 'Gallons',
      prepaidDailyTotal: null,
    }
    const { user } = await openUsage({
      language: 'es',
      answers: {
        [usageLines.account]: aUsageAccount({
          meters: [
            { meterId: 'E-1', unitOfMeasure: 'Gallons', isNetMetered: false },
            { meterId: 'G-2', unitOfMeasure: 'Therms', isNetMetered: false },
          ],
        }),
        [usageLines.daily]: days,
        [usageLines.byMeter]: { usagesWeatherByMeterId: [{ meterId: 'E-1', usagesWeather: [row] }] },
        [usageLines.settings]: { results: [{ key: 'USAGETABLESTRUCTURE', value: 'date,usageValue,unitOfMeasure' }] },
        [usageLines.monthly]: {
          usagesByMeter: [{ meterId: 'E-1', monthlyUsages: [aMonth('2026-11', 400, { unitOfMeasure: 'Gallons' })] }],
        },
      },
    })
    expect(barsOf(await chart(/^Consumo diario en galones$/u)).join()).toContain('180 galones')
    expect(screen.getByRole('radio', { name: 'Consumo (galones)' })).toBeDefined()
    expect(screen.getByRole('option', { name: 'G-2 (termias)' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Mostrar tabla' }))
    expect(await screen.findByRole('cell', { name: '12.5 galones' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'galones' })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Mensual' }))
    await chart(/^Consumo mensual en galones$/u)
    expect(screen.getByRole('main').textContent).not.toMatch(/Gallons|Therms/u)
  })

  it('shows demand in kW and hides it when the meter does not measure it [US-14]', async () => {
    const { user } = await openUsage({
      answers: { [usageLines.daily]: daily(aDay('2026-11-16', 41, { demandValue: 6.25 })) },
    })
    await chart()
    await user.click(screen.getByRole('radio', { name: 'Demand Usage (kW)' }))
    expect(barsOf(await chart(/^Daily usage in kW$/u)).join()).toContain('6.25 kW')
  })

  it('offers dollars and loads the prepaid summary for prepaid accounts only [US-15, US-57]', async () => {
    const { user, calls } = await openUsage({
      answers: {
        [usageLines.account]: aUsageAccount({ isPrepaidAccount: 'Y' }),
        [usageLines.daily]: daily(aDay('2026-11-16', 41, { prepaidAccountFlag: 'Y', prepaiddailytotal: cents(412) })),
      },
    })
    await chart()
    expect(sentTo(calls, usageLines.prepaidSummary)).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Dollars ($)' }))
    expect(barsOf(await chart(/^Daily usage in \$$/u)).join()).toContain('$4.12')
    await waitFor(() => expect(sentTo(calls, usageLines.prepaidSummary)).toHaveLength(1))
  })

  it('offers neither demand nor dollars when there are none [US-14, US-15]', async () => {
    await openUsage()
    await chart()
    expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['Usage (kWh)'])
  })
})

describe('the summary', () => {
  it('shows lowest and highest usage with their dates, and the average [US-22, US-23, US-24]', async () => {
    await openUsage()
    await chart()
    expect(factOf('Lowest usage')).toBe('12.5 kWh11/14/2026')
    expect(factOf('Highest usage')).toBe('41 kWh11/16/2026')
    expect(factOf('Average consumption')).toBe('26.8 kWh')
  })

  it('shows max demand and total consumption [US-25, US-26]', async () => {
    await openUsage()
    await chart()
    expect([factOf('Max demand'), factOf('Total consumption')]).toEqual(['6.2 kW', '53.5 kWh'])
  })

  it('shows the lowest and highest temperature with their dates [US-27, US-28]', async () => {
    await openUsage()
    await chart()
    await waitFor(() => expect(factOf('Lowest temperature')).toBe('20 °F11/16/2026'))
    expect(factOf('Highest temperature')).toBe('41.5 °F11/16/2026')
  })

  const openPrepaid = async () => {
    const { user } = await openUsage({ answers: { [usageLines.account]: aUsageAccount({ isPrepaidAccount: 'Y' }) } })
    await chart()
    await user.click(screen.getByRole('radio', { name: 'Dollars ($)' }))
    await screen.findByText('Current balance')
  }

  it('shows balance, average charge and last usage of a prepaid account [US-29, US-30, US-31]', async () => {
    await openPrepaid()
    const labels = ['Current balance', 'Average daily charge', 'Last energy usage']
    expect(labels.map(factOf)).toEqual(['$12.44', '$3.51', '25 kWh'])
  })

  it('shows last charge, last payment and arrears of a prepaid account [US-32, US-33, US-34]', async () => {
    await openPrepaid()
    const labels = ['Last daily energy charge', 'Last payment', 'Arrears being paid off']
    expect(labels.map(factOf)).toEqual(['$4.01', '$25.00', '$7.00'])
  })

  it('shows the last payment date and the unit of a prepaid account [US-35, US-36]', async () => {
    await openPrepaid()
    expect(['Last payment date', 'Unit of measure'].map(factOf)).toEqual(['11/10/2026', 'kWh'])
  })
})

import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { onlyOverview, openOverview } from '../../../test-support/open-overview.tsx'
import { myMeterLine, settingsLine, theirSettings } from '../../../test-support/overview-answers.ts'
import { configuration, features, linksOf, meters, openLinks } from '../../../test-support/overview-links.ts'

describe('the quick links', () => {
  test('the first three lead to profile, notifications and paperless billing [AO-23, AO-24, AO-25]', async () => {
    await openLinks()
    expect(linksOf('Quick links').slice(0, 3)).toEqual([
      'Account Profile /account-profile?accountno=000100200300',
      'Notifications /manage-notifications?accountno=000100200300',
      'Go paperless /my-profile?paperless=true',
    ])
  })

  test('hides a link without its flag or without what the account needs for it [AO-17]', async () => {
    await openLinks({
      site: { features: [], configuration: {} },
      info: { collectMeterReading: 'N', meterSenseccUrl: '' },
    })
    expect(linksOf('Quick links')).toEqual(['Account Profile /account-profile?accountno=000100200300', 'Home /home'])
  })

  test('links to the meter reading page where the cooperative takes readings [AO-29]', async () => {
    await openLinks()
    expect(linksOf('Quick links')).toContain('Enter a meter reading /meter-reading?accountno=000100200300')
    cleanup()
    await openLinks({ info: { collectMeterReading: 'N' } })
    expect(linksOf('Quick links').join()).not.toContain('/meter-reading')
  })

  test('the last link leads to the home page [AO-38]', async () => {
    await openLinks()
    expect(linksOf('Quick links').at(-1)).toBe('Home /home')
  })

  test('hides a link whose page does not exist [AO-17]', async () => {
    await openOverview({ table: onlyOverview, site: { features, configuration }, info: meters })
    await screen.findByRole('region', { name: 'Your account' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment programs' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'Account Profile' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Report an outage' })).toBeNull()
  })

  test('where contacts are kept instead of notifications, that is the link [AO-24]', async () => {
    await openLinks({ site: { features, configuration: { ...configuration, whecEnabled: true } } })
    expect(linksOf('Quick links')).toContain('Contacts /manage-contacts')
  })
})

describe('payment programs', () => {
  test('links to AutoPay and Operation RoundUp, each with its own feature [AO-32, AO-36]', async () => {
    const autoPay = 'AutoPay /billpayments/auto-pay'
    const roundUp = 'Operation RoundUp /operation-roundup?accountno=000100200300'
    await openLinks()
    expect(linksOf('Payment programs')).toEqual(expect.arrayContaining([autoPay, roundUp]))
    for (const [feature, shown] of [
      ['Autopay', autoPay],
      ['RoundUp', roundUp],
    ] as const) {
      cleanup()
      await openLinks({ site: { features: [feature], configuration: {} } })
      expect(linksOf('Payment programs')).toEqual([shown])
    }
  })

  test('drafts are called EZ Pay with whecEnabled [AO-18, AO-34]', async () => {
    await openLinks({ site: { features: [], configuration: { ...configuration, whecEnabled: true } } })
    expect(linksOf('Payment programs')).toEqual(['EZ Pay /draft-payments?accountno=000100200300'])
  })

  test.each([
    { allowCreditDraft: true, allowBankDraft: true, isOffered: true },
    { allowCreditDraft: true, allowBankDraft: false, isOffered: true },
    { allowCreditDraft: false, allowBankDraft: true, isOffered: true },
    { allowCreditDraft: false, allowBankDraft: false, isOffered: false },
  ])('drafts are offered where either kind is allowed: %o [AO-18, AO-34]', async ({ isOffered, ...allowed }) => {
    await openLinks({ site: { features: [], configuration: { ...configuration, ...allowed } } })
    const draft = screen.queryByRole('link', { name: 'Draft Payments' })
    expect(draft?.getAttribute('href')).toBe(isOffered ? '/draft-payments?accountno=000100200300' : undefined)
  })

  test('hides the card when no program is offered [AO-18]', async () => {
    await openLinks({ site: { features: [], configuration: {} } })
    expect(screen.queryByRole('region', { name: 'Payment programs' })).toBeNull()
  })
})

describe('MyMeter', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** A window that the browser opened. */
  const aWindow = () => ({
    opener: window,
    location: { replace: vi.fn<(to: string) => void>() },
    close: vi.fn<() => void>(),
  })
  const stubOpen = (opened: ReturnType<typeof aWindow> | null) =>
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window | null)
  const link = 'https://mymeter.example.org/?memberNumber=M1001&accountNumber=000100200300'

  test('a press opens a new window at once and leads it to the address for this member and account [AO-56]', async () => {
    const opened = aWindow()
    const open_ = stubOpen(opened)
    const { user, sent } = await openLinks({ answers: { [myMeterLine]: { link } } })
    await user.click(screen.getByRole('button', { name: 'MyMeter' }))
    expect(open_).toHaveBeenCalledWith('about:blank', '_blank')
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith(link))
    expect(opened.opener).toBeNull()
    expect(sent(myMeterLine)).toHaveLength(1)
    expect(await screen.findByText('MyMeter opened in a new window.')).toBeDefined()
  })

  test.each(['/accountoverview?link=mymeter', '/accountoverview/mymeter'])(
    '%s shows it inside the page and opens no window [AO-04, RU-39, SH-30]',
    async (path) => {
      const open_ = stubOpen(null)
      await openOverview({
        path,
        site: { features, configuration },
        answers: { [myMeterLine]: { link } },
        visits: ['/accountoverview/mymeter'],
      })
      const frame = await screen.findByTitle('MyMeter')
      expect([frame.tagName, frame.getAttribute('src')]).toEqual(['IFRAME', link])
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Overview')
      expect(screen.getByRole('heading', { level: 2, name: 'MyMeter' })).toBeDefined()
      expect(screen.getByRole('link', { name: 'Open MyMeter' }).getAttribute('href')).toBe(link)
      expect(screen.getByRole('link', { name: 'Open usage on its own page' }).getAttribute('href')).toBe(
        '/direct-usage-tracker',
      )
      expect(open_).not.toHaveBeenCalled()
    },
  )

  test('link=mymeter shows the overview where the cooperative has no MyMeter [RU-39]', async () => {
    await openLinks({
      path: '/accountoverview?link=mymeter',
      site: { features, configuration: { ...configuration, myMeterAvailable: false } },
    })
    expect(screen.queryByTitle('MyMeter')).toBeNull()
  })

  test('shows a link when the browser blocks the window [AO-56]', async () => {
    stubOpen(null)
    const { user } = await openLinks({ answers: { [myMeterLine]: { link } } })
    await user.click(screen.getByRole('button', { name: 'MyMeter' }))
    expect(await screen.findByText('MyMeter is ready.')).toBeDefined()
    const shown = screen.getByRole('link', { name: 'Open MyMeter' })
    expect(shown.getAttribute('href')).toBe(link)
    expect(shown.getAttribute('target')).toBe('_blank')
    expect(shown.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test("says 'Service unavailable, please contact administrator.' and closes the window when MyMeter is unavailable [AO-57]", async () => {
    const opened = aWindow()
    stubOpen(opened)
    const { user } = await openLinks({ answers: { [myMeterLine]: aProblem(500) } })
    await user.click(screen.getByRole('button', { name: 'MyMeter' }))
    expect(await screen.findByText('Service unavailable, please contact administrator.')).toBeDefined()
    expect(opened.close).toHaveBeenCalled()
    expect(opened.location.replace).not.toHaveBeenCalled()
  })

  test('an address that is not a web address is not opened [AO-57]', async () => {
    const opened = aWindow()
    stubOpen(opened)
    const answers = { [myMeterLine]: { link: 'javascript:alert(1)' } }
    const { user } = await openLinks({ answers })
    await user.click(screen.getByRole('button', { name: 'MyMeter' }))
    expect(await screen.findByText('Service unavailable, please contact administrator.')).toBeDefined()
    expect(opened.location.replace).not.toHaveBeenCalled()
    cleanup()
    await openOverview({ path: '/accountoverview/mymeter', site: { features, configuration }, answers })
    expect(await screen.findByText('Service unavailable, please contact administrator.')).toBeDefined()
    expect(screen.queryByTitle('MyMeter')).toBeNull()
  })

  test('MyMeter is not offered where the cooperative has none [AO-56]', async () => {
    await openLinks({ site: { features, configuration: { ...configuration, myMeterAvailable: false } } })
    expect(screen.queryByRole('button', { name: 'MyMeter' })).toBeNull()
  })
})

test('outage and service requests follow the first three quick links [AO-26, AO-27]', async () => {
  await openLinks()
  expect(linksOf('Quick links').slice(3, 5)).toEqual([
    'Outage /outage-status?accountno=000100200300&memberno=M1001&locationid=L-77&accounttype=Electric',
    'Service Requests /service-requests?accountno=000100200300',
  ])
})

test('hides the outage link of a propane account when non-electric outages are hidden [AO-26]', async () => {
  const hidden = theirSettings({ hideNonElectricOutage: 'Y' })
  await openLinks({ info: { accountType: 'Propane' }, answers: { [settingsLine]: hidden } })
  expect(linksOf('Quick links').join()).not.toMatch(/outage/iu)
  expect(screen.queryByRole('link', { name: 'Report an outage' })).toBeNull()
})

describe('reporting an outage', () => {
  const report = () => screen.queryByRole('link', { name: 'Report an outage' })

  test('links to the outage page with account, member, location and account type [AO-22, AO-26]', async () => {
    await openLinks()
    expect(report()?.getAttribute('href')).toBe(
      '/outage-status?accountno=000100200300&memberno=M1001&locationid=L-77&accounttype=Electric&tab=report',
    )
  })

  test('hides the outage report link without the Outage feature [AO-22]', async () => {
    await openLinks({ site: { features: [], configuration } })
    expect(report()).toBeNull()
  })

  test.each(['Disconnected', 'Pending Disconnect', 'Pending Reconnect', 'Final Billed'])(
    'is not offered while the account is %s [AO-62]',
    async (derivedStatus) => {
      await openLinks({ info: { derivedStatus } })
      expect(report()).toBeNull()
    },
  )

  test('shows the outage report link while the account is past due [AO-62]', async () => {
    await openLinks({ info: { derivedStatus: 'Past Due' } })
    expect(report()).not.toBeNull()
  })
})

test('an address of MeterSense that is not https is not opened [AO-37]', async () => {
  await openLinks({ info: { meterSenseccUrl: 'http://meter.example.org/' } })
  expect(linksOf('Quick links').join()).not.toContain('MeterSense')
})

test('each program leads to its page [AO-32, AO-33, AO-36]', async () => {
  await openLinks()
  expect(linksOf('Payment programs')).toEqual([
    'AutoPay /billpayments/auto-pay',
    'Average Billing /levelized-billing',
    'Draft Payments /draft-payments?accountno=000100200300',
    'Operation RoundUp /operation-roundup?accountno=000100200300',
  ])
})

test('the link of MeterSense leads to its page [AO-37]', async () => {
  await openLinks()
  expect(linksOf('Quick links')).toContain('MeterSense /meter-sense-cc?accountno=000100200300')
})

describe('links to usage and meter pages', () => {
  test('the third link of the second group opens usage [AO-28]', async () => {
    await openLinks()
    expect(linksOf('Quick links')[5]).toBe('Usage /usage-tracker?accountno=000100200300')
  })

  test('the last three lead to meter reading, MeterSense and home [AO-29, AO-38]', async () => {
    await openLinks()
    expect(linksOf('Quick links').slice(6)).toEqual([
      'Enter a meter reading /meter-reading?accountno=000100200300',
      'MeterSense /meter-sense-cc?accountno=000100200300',
      'Home /home',
    ])
  })

  test('usage is not offered for an account whose usage is not shown [AO-28]', async () => {
    await openLinks({ info: { viewUsageHistory: 'N' } })
    expect(linksOf('Quick links').join()).not.toContain('/usage-tracker')
  })

  test('hides the usage link of a propane account when non-electric usage is hidden [AO-28]', async () => {
    const hidden = theirSettings({ hideNonElectricUsage: 'Y' })
    await openLinks({ info: { accountType: 'Propane' }, answers: { [settingsLine]: hidden } })
    expect(linksOf('Quick links').join()).not.toMatch(/usage/iu)
  })
})

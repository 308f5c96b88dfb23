import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../test-support/answers.ts'
import { completeTable } from '../../test-support/complete-table.tsx'
import { onlyOverview, openOverview } from '../../test-support/open-overview.tsx'
import { myMeterLine, settingsLine, theirSettings } from '../../test-support/overview-answers.ts'

const features = [
  'Outage',
  'Notifications',
  'Arrangements',
  'Autopay',
  'AverageBilling',
  'RoundUp',
  'Usages',
  'OnlineServiceOrder',
  'PaperlessAccountEnabled',
]
const configuration = {
  allowSubscribeForNotification: true,
  serviceRequestMenuEnabled: true,
  allowCreditDraft: true,
  allowBankDraft: true,
}
type Options = NonNullable<Parameters<typeof openOverview>[0]>
const meters = { collectMeterReading: 'Y', meterSenseccUrl: 'https://meter.example.org/' } as const

/** Opens the overview of an account with everything that a link may depend on; waits for the links. */
async function open({ info = {}, ...more }: Options = {}) {
  const portal = await openOverview({
    site: { features, configuration },
    ...more,
    info: { ...meters, ...info },
  })
  await screen.findByRole('region', { name: 'Quick links' })
  return portal
}
/** With the links to pages that do not exist yet. */
const openLater = (options: Options = {}) => open({ table: completeTable, ...options })

const linksOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

describe('the quick links', () => {
  test('the first three lead to profile, notifications and paperless billing [AO-23, AO-24, AO-25]', async () => {
    await open()
    expect(linksOf('Quick links').slice(0, 3)).toEqual([
      'Account Profile /account-profile?accountno=000100200300',
      'Notifications /manage-notifications',
      'Go paperless /my-profile?paperless=true',
    ])
  })

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

  test('hides a link without its flag or without what the account needs for it [AO-17]', async () => {
    await open({
      site: { features: [], configuration: {} },
      info: { collectMeterReading: 'N', meterSenseccUrl: '' },
    })
    expect(linksOf('Quick links')).toEqual(['Account Profile /account-profile?accountno=000100200300', 'Home /home'])
  })

  test('the last leads home [AO-38]', async () => {
    await open()
    expect(linksOf('Quick links').at(-1)).toBe('Home /home')
  })

  test('hides a link whose page does not exist [AO-17]', async () => {
    await openOverview({ table: onlyOverview, site: { features, configuration }, info: meters })
    await screen.findByRole('region', { name: 'Your account' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment programs' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'Account Profile' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Report an outage' })).toBeNull()
  })

  test('an address of MeterSense that is not https leads nowhere [AO-37]', async () => {
    await openLater({ info: { meterSenseccUrl: 'http://meter.example.org/' } })
    expect(linksOf('Quick links').join()).not.toContain('MeterSense')
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

  test('where contacts are kept instead of notifications, that is the link [AO-24]', async () => {
    await open({ site: { features, configuration: { ...configuration, whecEnabled: true } } })
    expect(linksOf('Quick links')).toContain('Contacts /manage-contacts')
  })
})

describe('payment programs', () => {
  test('each program leads to its page [AO-32, AO-33, AO-36]', async () => {
    await openLater()
    expect(linksOf('Payment programs')).toEqual([
      'AutoPay /billpayments/auto-pay',
      'Average Billing /levelized-billing',
      'Draft Payments /draft-payments?accountno=000100200300',
      'Operation RoundUp /operation-roundup',
    ])
  })

  test('drafts are called EZ Pay with whecEnabled [AO-18, AO-34]', async () => {
    await openLater({ site: { features: [], configuration: { ...configuration, whecEnabled: true } } })
    expect(linksOf('Payment programs')).toEqual(['EZ Pay /draft-payments?accountno=000100200300'])
  })

  test.each([
    { allowCreditDraft: true, allowBankDraft: true, isOffered: true },
    { allowCreditDraft: true, allowBankDraft: false, isOffered: true },
    { allowCreditDraft: false, allowBankDraft: true, isOffered: true },
    { allowCreditDraft: false, allowBankDraft: false, isOffered: false },
  ])('drafts are offered where either kind is allowed: %o [AO-18, AO-34]', async ({ isOffered, ...allowed }) => {
    await openLater({ site: { features: ['Autopay'], configuration: { ...configuration, ...allowed } } })
    const draft = isOffered ? ['Draft Payments /draft-payments?accountno=000100200300'] : []
    expect(linksOf('Payment programs')).toEqual(['AutoPay /billpayments/auto-pay', ...draft])
  })

  test('hides the card when no program is offered [AO-18]', async () => {
    await openLater({ site: { features: [], configuration: {} } })
    expect(screen.queryByRole('region', { name: 'Payment programs' })).toBeNull()
  })
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
    const { user, sent } = await openLater({ answers: { [myMeterLine]: { link } } })
    await user.click(screen.getByRole('button', { name: 'MyMeter' }))
    expect(open_).toHaveBeenCalledWith('about:blank', '_blank')
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith(link))
    expect(opened.opener).toBeNull()
    expect(sent(myMeterLine)).toHaveLength(1)
    expect(await screen.findByText('MyMeter opened in a new window.')).toBeDefined()
  })

  test('link=mymeter opens it by itself [AO-04, AO-56]', async () => {
    const opened = aWindow()
    stubOpen(opened)
    await openLater({ path: '/accountoverview?link=mymeter', answers: { [myMeterLine]: { link } } })
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith(link))
  })

  test('shows a link when the browser blocks the window [AO-04, AO-56]', async () => {
    stubOpen(null)
    await openLater({ path: '/accountoverview/mymeter', answers: { [myMeterLine]: { link } } })
    expect(await screen.findByText('MyMeter is ready.')).toBeDefined()
    const shown = screen.getByRole('link', { name: 'Open MyMeter' })
    expect(shown.getAttribute('href')).toBe(link)
    expect(shown.getAttribute('target')).toBe('_blank')
    expect(shown.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test("says 'Service unavailable, please contact administrator.' and closes the window when MyMeter is unavailable [AO-57]", async () => {
    const opened = aWindow()
    stubOpen(opened)
    const { user } = await openLater({ answers: { [myMeterLine]: aProblem(500) } })
    await user.click(screen.getByRole('button', { name: 'MyMeter' }))
    expect(await screen.findByText('Service unavailable, please contact administrator.')).toBeDefined()
    expect(opened.close).toHaveBeenCalled()
    expect(opened.location.replace).not.toHaveBeenCalled()
  })

  test('an address that is no web address is not followed [AO-57]', async () => {
    const opened = aWindow()
    stubOpen(opened)
    await openLater({
      path: '/accountoverview?link=mymeter',
      answers: { [myMeterLine]: { link: 'javascript:alert(1)' } },
    })
    expect(await screen.findByText('Service unavailable, please contact administrator.')).toBeDefined()
    expect(opened.location.replace).not.toHaveBeenCalled()
  })

  test('it is not offered where the cooperative has none [AO-56]', async () => {
    await openLater({ answers: { [settingsLine]: theirSettings({ myMeterAvailable: 'N' }) } })
    expect(screen.queryByRole('button', { name: 'MyMeter' })).toBeNull()
  })
})

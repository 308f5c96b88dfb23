import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem, queryOf } from '../../../test-support/answers.ts'
import { headersOf } from '../../../test-support/open-quick-pay.tsx'
import { card, factOf, onlyOverview, openOverview } from '../../../test-support/open-overview.tsx'
import {
  aBillOf,
  aPayment,
  billsLine,
  infoLine,
  pageOf,
  paymentsLine,
  settingsLine,
} from '../../../test-support/overview-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'
import { openUsage } from '../../../test-support/usage-answers.ts'

const serverFault = 'We are unable to process your request at this time. Please try again later.'
const details = async () => card('Your account')

const farm = theirAccount.toListed({ accountNumber: '000100200309', isPrimaryAccount: false })
const farmInfo = theirAccount.toInfo({ accountNumber: '000100200309', accountHolderName: 'Lindqvist Farm' })
const farmLine = 'GET /v3/members/M1001/accounts/000100200309'

/** Two accounts, the requested one first when it is the member's. */
const twoAccounts = {
  [accountsLine]: (address: string) =>
    queryOf(address).get('first') === '000100200309'
      ? theirAccounts(farm, theirAccount.toListed())
      : theirAccounts(theirAccount.toListed(), farm),
  [farmLine]: farmInfo,
  [`${farmLine}/payments`]: pageOf(),
  [`${farmLine}/bills`]: pageOf(),
}

test("/accountoverview shows a member the overview, titled 'Account Overview' [AO-01, RT-33]", async () => {
  const { calls } = await openOverview()
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Overview' })).toBeDefined()
  await details()
  expect(document.title).toBe('Account Overview')
  const line = calls.find((call) => call.line === infoLine)
  expect(headersOf(line).get('authorization')).toBe('Bearer access-1')
})

test('a visitor is led to sign in and back [AO-01, RT-60]', async () => {
  const { address } = await renderPortal({ path: '/accountoverview?link=mymeter', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Faccountoverview%3Flink%3Dmymeter')
  expect(screen.queryByRole('heading', { name: 'Account Overview' })).toBeNull()
})

test.each(['/accountoverview', '/accountoverview/mymeter'])(
  'a visitor at %s is led to the login page [RT-33, RT-34]',
  async (path) => {
    const { address } = await renderPortal({ path })
    await screen.findByRole('heading', { level: 1, name: 'Sign In' })
    expect(address()).toBe(`/login?returnUrl=${encodeURIComponent(path)}`)
  },
)

test('the member number of every load is that of the stored user [AO-65]', async () => {
  const { calls } = await openOverview()
  await details()
  const ofMember = calls.filter(({ line }) => line.includes('/members/'))
  expect(ofMember.length).toBeGreaterThanOrEqual(4)
  expect(ofMember.every(({ line }) => line.includes('/members/M1001/'))).toBe(true)
})

test('the account that accountno names is shown, and stays in the address [AO-02]', async () => {
  const { address } = await openOverview({
    path: '/accountoverview?accountno=000100200309',
    answers: twoAccounts,
  })
  expect(factOf(await details(), 'Account number')).toBe('000100200309')
  expect(address()).toBe('/accountoverview?accountno=000100200309')
  expect(sessionStorage.getItem('mcp_selectedAccount')).toContain('000100200309')
})

test('without accountno it is the primary account [AO-02]', async () => {
  await openOverview({ answers: twoAccounts })
  expect(factOf(await details(), 'Account number')).toBe('000100200300')
})

test("another member's account is not shown; the page says so and shows the member's own [AO-02]", async () => {
  const { sent } = await openOverview({ path: '/accountoverview?accountno=999', answers: twoAccounts })
  expect(await screen.findByText('That account is not linked to your online account.')).toBeDefined()
  expect(screen.getByText('Showing account 000100200300 instead.')).toBeDefined()
  expect(factOf(await details(), 'Account number')).toBe('000100200300')
  expect(sent('GET /v3/members/M1001/accounts/999')).toEqual([])
  expect(sessionStorage.getItem('mcp_selectedAccount') ?? '').not.toContain('999')
})

test('from the list of all accounts there is a way back, and the selection stays what it was [AO-03]', async () => {
  const path = '/accountoverview?accountno=000100200309&isFromViewAllAccounts=true'
  await openOverview({ path, answers: twoAccounts })
  expect(factOf(await details(), 'Account number')).toBe('000100200309')
  expect(screen.getByRole('link', { name: 'Back to all accounts' }).getAttribute('href')).toBe('/view-all-accounts')
  expect(sessionStorage.getItem('mcp_selectedAccount') ?? '').not.toContain('000100200309')
})

test('with any other value there is no way back [AO-03]', async () => {
  await openOverview({ path: '/accountoverview?isFromViewAllAccounts=false' })
  await details()
  expect(screen.queryByRole('link', { name: 'Back to all accounts' })).toBeNull()
})

test('account, payments, bills and settings are asked for together, before any of them is answered, nine of each history [AO-40]', async () => {
  const held = Promise.withResolvers<unknown>()
  const lines = [infoLine, paymentsLine, billsLine, settingsLine]
  const { sent } = await openOverview({ answers: Object.fromEntries(lines.map((line) => [line, held.promise])) })
  await waitFor(() => {
    for (const line of lines) expect(sent(line), line).toHaveLength(1)
  })
  for (const line of [paymentsLine, billsLine]) expect(queryOf(sent(line)[0]?.address ?? '').get('pageSize')).toBe('9')
  expect(queryOf(sent(settingsLine)[0]?.address ?? '').get('keys')).toContain('timeZone')
  held.resolve(aProblem(500))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
})

test('an account that does not load shows a failure in its place; history and settings still show [AO-40, EM-01, EM-03]', async () => {
  const { user, answers } = await openOverview({
    answers: { [infoLine]: aProblem(500), [billsLine]: pageOf(aBillOf('2026-02-01')) },
  })
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(serverFault)).toBeDefined()
  expect((await card('Account activity')).getByRole('rowheader', { name: '02/01/2026' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Your account' })).toBeNull()

  answers[infoLine] = theirAccount.toInfo()
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(factOf(await details(), 'Account holder')).toBe('Ada Lindqvist')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Try again keeps the keyboard and says that it is busy; then the keyboard goes to the heading of what has loaded', async () => {
  const { user, answers } = await openOverview({ answers: { [infoLine]: aProblem(500), [billsLine]: aProblem(500) } })
  await screen.findAllByRole('alert')
  const places = [screen.getByRole('main'), screen.getByRole('region', { name: 'Account activity' })]
  for (const [at, line] of [billsLine, infoLine].entries()) {
    const place = places.at(-1 - at) ?? document.body
    const loading = Promise.withResolvers<unknown>()
    answers[line] = loading.promise
    const again = within(place).getByRole('button', { name: 'Try again' })
    await user.click(again)
    await waitFor(() => expect(again.getAttribute('data-busy')).toBe('true'))
    expect(document.activeElement).toBe(again)
    loading.resolve(line === infoLine ? theirAccount.toInfo() : pageOf(aBillOf('2026-02-01')))
    await waitFor(() => expect(again.isConnected).toBe(false))
    expect(document.activeElement).toBe(place.querySelector('h1, h2'))
  }
})

test('the history shows the bills and a failure when payments do not load; retrying adds the payments [AO-40, EM-01]', async () => {
  const { user, answers } = await openOverview({
    answers: { [paymentsLine]: aProblem(503, 'Down for a minute.'), [billsLine]: pageOf(aBillOf('2026-02-01')) },
  })
  const history = await card('Account activity')
  const alert = within(await history.findByRole('alert'))
  expect(alert.getByText('Down for a minute.')).toBeDefined()
  expect(alert.getByText('Your payments could not be loaded.')).toBeDefined()
  expect(history.getByRole('rowheader', { name: '02/01/2026' })).toBeDefined()
  expect(factOf(await details(), 'Account number')).toBe('000100200300')

  answers[paymentsLine] = pageOf(aPayment('2026-02-03'))
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await history.findByRole('rowheader', { name: '02/03/2026' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the history shows the payments and a failure when bills do not load [AO-40, EM-01]', async () => {
  await openOverview({ answers: { [billsLine]: aProblem(500), [paymentsLine]: pageOf(aPayment('2026-02-03')) } })
  const history = await card('Account activity')
  expect(within(await history.findByRole('alert')).getByText('Your bills could not be loaded.')).toBeDefined()
  expect(history.getByRole('rowheader', { name: '02/03/2026' })).toBeDefined()
})

test('a failure shows above the links when settings do not load; everything else shows [AO-40, EM-01]', async () => {
  const { user, answers } = await openOverview({ answers: { [settingsLine]: aProblem(500) } })
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Some links may be missing until this loads.')).toBeDefined()
  expect(factOf(await details(), 'Account number')).toBe('000100200300')
  answers[settingsLine] = { results: [] }
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('one alert says that the page could not be refreshed, and tries again all that failed [AO-40]', async () => {
  const { user, answers, goBack } = await openOverview({
    answers: { [billsLine]: pageOf(aBillOf('2026-02-01')) },
    visits: ['/legal-terms'],
  })
  const history = await card('Account activity')
  await history.findByRole('rowheader', { name: '02/01/2026' })
  const loaded = { ...answers }
  for (const line of [infoLine, paymentsLine, billsLine, settingsLine]) answers[line] = aProblem(500)
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Terms of Use' }))
  await screen.findByRole('heading', { level: 1, name: 'Terms of Use' })
  await goBack()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('We couldn’t refresh this page. What you see may be out of date.')).toBeDefined()
  expect(screen.getByRole('rowheader', { name: '02/01/2026' })).toBeDefined()
  expect(screen.queryByText('Your bills could not be loaded.')).toBeNull()

  Object.assign(answers, loaded, { [billsLine]: pageOf(aBillOf('2026-03-01')) })
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('rowheader', { name: '03/01/2026' })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('only the alert shows when the accounts do not load, and retrying shows the overview [EM-01]', async () => {
  const { user, answers } = await openOverview({ answers: { [accountsLine]: aProblem(500) } })
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(serverFault)).toBeDefined()
  answers[accountsLine] = theirAccounts()
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(factOf(await details(), 'Account number')).toBe('000100200300')
})

test('a member without an account reads the documented sentence, what will be here and what to do [EM-02]', async () => {
  await openOverview({ answers: { [accountsLine]: { results: [], totalRecords: 0 } } })
  const sentence = await screen.findByText('There are no accounts available...!')
  expect(sentence.closest('[role=status]')?.textContent).toBe(
    'There are no accounts available...!' +
      'Your balance, bills and payments will appear here. ' +
      'No utility account is linked to your online account yet. Call us and we will link it.',
  )
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a link in the path becomes a query parameter, and the other parameters stay [AO-04, RT-34]', async () => {
  const { address } = await openOverview({ path: '/accountoverview/somewhere?accountno=000100200300' })
  await details()
  expect(address()).toBe('/accountoverview?accountno=000100200300&link=somewhere')
  expect(document.title).toBe('Account Overview')
})

test.each(['/accountoverview?link=usageanalysis', '/accountoverview/usageanalysis'])(
  '%s opens the usage analysis inside the page, under its label and with a link to usage alone [RU-39, SH-30, AO-04]',
  async (path) => {
    const site = { features: ['Usages'], configuration: { detailedUsageAnalysisLabel: 'Energy Insights' } }
    const { address } = await openUsage({ path, site, visits: ['/accountoverview/usageanalysis'] })
    expect(await screen.findByRole('group', { name: 'Daily usage in kWh' })).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Overview')
    expect(screen.getByRole('heading', { level: 2, name: 'Energy Insights' })).toBeDefined()
    const menu = within(screen.getByRole('navigation', { name: 'Energy Insights' }))
    expect(menu.getByRole('link').getAttribute('href')).toBe('/direct-usage-tracker')
    expect([address(), document.title]).toEqual(['/accountoverview/usageanalysis', 'Account Overview'])
  },
)

test('while there is no usage page, and for a link that is not known, the overview is shown [AO-04, RU-39]', async () => {
  const { address } = await openOverview({ path: '/accountoverview?link=usageanalysis', table: onlyOverview })
  expect(factOf(await details(), 'Account number')).toBe('000100200300')
  expect(address()).toBe('/accountoverview?link=usageanalysis')
})

import type { OutageHistoryRow } from '@coopline/contract/service/outage/outage.contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetStoredUser } from '../../../portal/session/stored-user.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const account = theirAccount.toListed().accountNumber
const of = (number: string, path: string) => `GET /v3/members/M1001/accounts/${number}/${path}`
const accountLine = of(account, 'outage-account-info')
const statusLine = of(account, 'outage-status')
const infoLine = of(account, 'outages-info')
const historyLine = 'GET /v3/members/M1001/locations/L-77/outage-history'
const reportLine = 'POST /v3/members/M1001/outage-reports'
const settingsLine = 'GET /v3/site/ats-config-settings'

const anAccount = (changes: object = {}) => ({
  serviceAddress: '1400 Prairie View Rd, Cloverdale, WI 54001',
  accountType: 'Electric',
  derivedStatus: 'Current',
  locationId: 'L-77',
  ...changes,
})
const aStatus = (changes: object = {}) => ({
  isActive: false,
  estimatedTimeOfRestoration: null,
  reportedAt: null,
  incident: null,
  ...changes,
})
const anInfo = (changes: object = {}) => ({
  problems: [{ outageDescription: 'The power is out' }, { outageDescription: 'A tree is on the line' }],
  hideOutageCallBackRequest: 'N',
  callbackCheckBoxDefaultValue: 'N',
  contactPhones: [{ phoneNumber: '(715) 555-4821' }, { phoneNumber: '(715) 555-0000' }],
  ...changes,
})
const settings = (hides: 'Y' | 'N') => ({
  results: [
    { key: 'timeZone', value: 'America/Chicago' },
    { key: 'hideNonElectricOutage', value: hides },
  ],
})
const past = (count: number): { results: OutageHistoryRow[] } => ({
  results: Array.from({ length: count }, (_one, place) => ({
    accountNumber: account,
    timeOfInterruption: `2025-03-${String(place + 1).padStart(2, '0')}T18:05:00.000Z`,
    timeOfRestored: `2025-03-${String(place + 1).padStart(2, '0')}T20:30:00.000Z`,
    description: `Outage ${place + 1}`,
  })),
})

beforeEach(() => void vi.setSystemTime(new Date('2026-11-20T15:00:00Z')))
afterEach(() => void vi.useRealTimers())

interface Opening {
  readonly path?: string
  readonly answers?: Answers
  readonly hides?: 'Y' | 'N'
  readonly features?: readonly string[]
  readonly outageMapLink?: string
  readonly language?: 'en' | 'es'
}

const open = async ({ path = '/outage-status', answers = {}, hides = 'N', ...more }: Opening = {}) =>
  renderPortal({
    path,
    site: aSite({
      features: [...(more.features ?? ['Outage'])],
      settings: { phoneNumber: '(715) 555-0100', emergencyContactNumber: '(715) 555-0199', offlineOutages: true },
      configuration: { ...aSite().configuration, outageMapLink: more.outageMapLink ?? '' },
    }),
    session: storedMember,
    visits: ['/outage-status', '/accountoverview', '/view-all-accounts', '/home'],
    ...(more.language && { language: more.language }),
    answers: {
      [accountsLine]: theirAccounts(),
      [accountLine]: anAccount(),
      [statusLine]: aStatus(),
      [infoLine]: anInfo(),
      [historyLine]: past(0),
      [settingsLine]: settings(hides),
      [reportLine]: { statusMessage: 'Thank you. A crew is on its way.' },
      ...answers,
    },
  })

type Opened = Awaited<ReturnType<typeof open>>
const none = 'There are no active outages at this location.'
const tab = (name: string) => screen.queryByRole('tab', { name })
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
const show = async ({ user }: Opened, name: string) => user.click(await screen.findByRole('tab', { name }))
const openReport = async (opening: Opening = {}) => {
  const portal = await open(opening)
  await show(portal, 'Report an Outage')
  await screen.findByLabelText('What is the problem?')
  return portal
}
const phone = () => screen.getByLabelText<HTMLInputElement>(/^Phone number/u)
const submit = async ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Report outage' }))
const sent = ({ calls }: Opened) =>
  calls.filter(({ line }) => line === reportLine).map(({ init }) => JSON.parse(init.body as string) as object)

test('opens at its URL with its title and heading [OU-01, OU-02, RT-39]', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Outage' })).toBeDefined()
  expect(document.title).toBe('Outage Status')
})

test('redirects a visitor to sign in [RT-39]', async () => {
  const { address } = await renderPortal({ path: '/outage-status', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Foutage-status')
})

test('/pages/outage-status redirects to /outage-status and keeps the query [RT-12, RU-36]', async () => {
  const { address } = await open({ path: '/pages/outage-status?x=1' })
  await screen.findByText(none)
  expect(address()).toBe('/outage-status?x=1')
})

test('the sign-in guard applies to /outage-status', async () => {
  const { address } = await renderPortal({ path: '/pages/outage-status?x=1', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Foutage-status%3Fx%3D1')
})

test('takes the account from the URL and checks that it is the member’s [OU-03]', async () => {
  const other = '000100200301'
  const query = `accountno=${other}&accounttype=Propane&locationid=L-1&memberno=M9`
  const { address, calls } = await open({
    path: `/outage-status?${query}`,
    hides: 'Y',
    answers: {
      [accountsLine]: theirAccounts(theirAccount.toListed({ accountNumber: other }), theirAccount.toListed()),
      [of(other, 'outage-account-info')]: anAccount(),
      [of(other, 'outage-status')]: aStatus({ isActive: true }),
    },
  })
  // The URL's type and member are ignored: the account is electric and belongs to the caller.
  expect(await screen.findByText('There is an active outage at this location.')).toBeDefined()
  expect(calls.every(({ line }) => !line.includes('M9'))).toBe(true)
  expect(address()).toBe(`/outage-status?${query}`)
})

test('links back to the list of all accounts for members who came from there [OU-04]', async () => {
  await open({ path: '/outage-status?isFromViewAllAccounts=true' })
  const link = await screen.findByRole('link', { name: 'Back to all accounts' })
  expect(link.getAttribute('href')).toBe('/view-all-accounts')
})

test('shows no link back for other members [OU-04]', async () => {
  await open()
  await screen.findByText(none)
  expect(screen.queryByRole('link', { name: 'Back to all accounts' })).toBeNull()
})

test('has tabs for status, report and history [OU-05, OU-06, OU-09]', async () => {
  await open()
  await screen.findByRole('tab', { name: 'Report an Outage' })
  expect(await tabs()).toEqual(['Status', 'Report an Outage', 'Outage History'])
})

test.each(['Disconnected', 'Final Billed', 'Pending Disconnect', 'Pending Reconnect'])(
  'an account that is %s cannot report [OU-06, OU-11]',
  async (derivedStatus) => {
    await open({ answers: { [accountLine]: anAccount({ derivedStatus }) } })
    await screen.findByText(none)
    expect(await tabs()).toEqual(['Status', 'Outage History'])
  },
)

test('shows an active outage with its estimate and blocks another report [OU-07, OU-12]', async () => {
  await open({
    answers: { [statusLine]: aStatus({ isActive: true, estimatedTimeOfRestoration: '2026-11-20T21:30:00.000Z' }) },
  })
  expect(await screen.findByText('There is an active outage at this location.')).toBeDefined()
  expect(screen.getByText('Power should be back by 3:30 PM.')).toBeDefined()
  expect(tab('Report an Outage')).toBeNull()
})

test('does not show a past estimate as current', async () => {
  await open({
    answers: { [statusLine]: aStatus({ isActive: true, estimatedTimeOfRestoration: '2026-11-20T14:30:00.000Z' }) },
  })
  expect(
    await screen.findByText('Power should have been back by 8:30 AM. We are working on a new estimate.'),
  ).toBeDefined()
})

const anIncident = (changes: object = {}) =>
  aStatus({
    isActive: true,
    estimatedTimeOfRestoration: '2026-11-20T22:30:00.000Z',
    incident: {
      startedAt: '2026-11-20T13:10:00.000Z',
      cause: 'tree',
      crew: 'on-site',
      customers: 1214,
      firstEstimate: '2026-11-20T20:00:00.000Z',
      ...changes,
    },
  })

test('shows the cause, crew and customers of the outage, and how its estimate moved', async () => {
  await open({ answers: { [statusLine]: anIncident() } })
  expect(await screen.findByText('First 2:00 PM, now 4:30 PM')).toBeDefined()
  for (const fact of ['Tree on the line', 'At work on site', '1,214']) expect(screen.getByText(fact)).toBeDefined()
})

test('says that an outage is small without its count', async () => {
  await open({ answers: { [statusLine]: anIncident({ customers: null }) } })
  expect(await screen.findByText('fewer than 5')).toBeDefined()
})

test('says when an outage has no estimate', async () => {
  await open({ answers: { [statusLine]: aStatus({ isActive: true }) } })
  expect(await screen.findByText('We do not know yet when power will be back.')).toBeDefined()
})

test('reloads the status when the Status tab is opened [OU-12, OU-13]', async () => {
  let isActive = false
  const portal = await open({ answers: { [statusLine]: () => aStatus({ isActive }) } })
  await screen.findByText(none)
  await show(portal, 'Outage History')
  isActive = true
  await show(portal, 'Status')
  expect(await screen.findByText('There is an active outage at this location.')).toBeDefined()
})

test('shows the map of the link that the cooperative set, here and in a new window [OU-08, CG-40, ST-42]', async () => {
  const outageMapLink = 'https://map.example.org/outages'
  const portal = await open({ outageMapLink, features: ['Outage', 'OutageMapLinkEnabled'] })
  await screen.findByText(none)
  await show(portal, 'Map')
  expect(screen.getByTitle('Outage map').getAttribute('src')).toBe(outageMapLink)
  const link = screen.getByRole('link', { name: 'Open the outage map in a new window' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([outageMapLink, '_blank'])
})

test.each([
  ['#', ['OutageMapLinkEnabled']],
  ['', ['OutageMapLinkEnabled']],
  ['https://map.example.org/outages', []],
])('has no map with the link %o and the features %o [OU-08, CG-22, ST-58]', async (outageMapLink, flags) => {
  await open({ outageMapLink, features: ['Outage', ...flags] })
  await screen.findByText(none)
  expect(tab('Map')).toBeNull()
})

test('shows only a notice for a propane account when non-electric outages are hidden [OU-10, CG-29]', async () => {
  await open({ hides: 'Y', answers: { [accountLine]: anAccount({ accountType: 'Propane' }) } })
  expect(await screen.findByText('Outage is not supported for the selected account.')).toBeDefined()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('shows the tabs for a propane account when non-electric outages are not hidden [CG-29]', async () => {
  await open({ answers: { [accountLine]: anAccount({ accountType: 'Propane' }) } })
  expect(await screen.findByText(none)).toBeDefined()
})

test('asks a member without an account to sign in again [OU-31]', async () => {
  await open({ answers: { [accountsLine]: { results: [], totalRecords: 0 } } })
  expect(await screen.findByText('Please relogin to your account then access to this page again!')).toBeDefined()
})

test('refuses a report for an account without a location [OU-32]', async () => {
  const portal = await open({ answers: { [accountLine]: anAccount({ locationId: '' }) } })
  await show(portal, 'Report an Outage')
  expect(
    await screen.findByText('Outage report is unavailable to this account, please contact customer service...!'),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Report outage' })).toBeNull()
})

test('offers the problems and fills in the first phone on file [OU-20, OU-28]', async () => {
  await openReport()
  const issue = screen.getByLabelText<HTMLSelectElement>('What is the problem?')
  expect([...issue.options].map(({ text }) => text)).toEqual([
    'Choose an issue',
    'The power is out',
    'A tree is on the line',
  ])
  expect(phone().value).toBe('(715) 555-4821')
})

test('keeps the tab that was chosen and the remarks that were typed since a report was sent', async () => {
  const answer = Promise.withResolvers<object>()
  const portal = await openReport({ answers: { [reportLine]: () => answer.promise } })
  await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'A tree is on the line')
  await submit(portal)
  await show(portal, 'Outage History')
  await show(portal, 'Report an Outage')
  await portal.user.type(screen.getByLabelText(/^Remarks/u), 'Sparks.')
  answer.resolve({ statusMessage: 'Thank you. A crew is on its way.' })
  expect(await screen.findByText('Thank you. A crew is on its way.')).toBeDefined()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Report an Outage')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Remarks/u).value).toBe('Sparks.')
  await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'A tree is on the line')
  await submit(portal)
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Status'))
  expect(document.activeElement?.textContent).toBe('Thank you. A crew is on its way.')
})

test('sends a report with remarks, shows the response on the Status tab and clears the form [OU-29, OU-30]', async () => {
  const portal = await openReport()
  await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'A tree is on the line')
  await portal.user.type(screen.getByLabelText(/^Remarks/u), 'Sparks.')
  await submit(portal)
  expect(await screen.findByText('Thank you. A crew is on its way.')).toBeDefined()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Status')
  expect(sent(portal)).toEqual([
    {
      accountNumber: account,
      outageReason: 'A tree is on the line',
      callBack: false,
      callbackNumber: '(715) 555-4821',
      remarks: 'Sparks.',
      outageReportOrigin: 'Web',
    },
  ])
  await show(portal, 'Report an Outage')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Remarks/u).value).toBe('')
})

test('requires an issue [OU-21]', async () => {
  const portal = await openReport()
  await submit(portal)
  expect(screen.getAllByText('You must select an issue').length).toBeGreaterThan(0)
  expect(sent(portal)).toEqual([])
})

test('requires a phone only for a callback [OU-23]', async () => {
  const portal = await openReport()
  await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'The power is out')
  await portal.user.clear(phone())
  await portal.user.click(screen.getByLabelText('Call me back'))
  await submit(portal)
  expect(screen.getAllByText('You must enter a phone number').length).toBeGreaterThan(0)
  expect(sent(portal)).toEqual([])
  await portal.user.click(screen.getByLabelText('Call me back'))
  await submit(portal)
  await screen.findByText('Thank you. A crew is on its way.')
})

test('refuses an incomplete phone number [OU-22]', async () => {
  const portal = await openReport()
  await portal.user.clear(phone())
  await portal.user.type(phone(), '71555')
  await submit(portal)
  expect(screen.getAllByText('Invalid phone format.(Ex: (987) 456-1230)').length).toBeGreaterThan(0)
})

test('accepts digits, plus, hyphen and space in the phone, applies the mask and stops at 14 characters [OU-24, OU-25]', async () => {
  const portal = await openReport()
  await portal.user.clear(phone())
  await portal.user.type(phone(), '+x1 715 555-48219')
  expect(phone().value).toBe('(715) 555-4821')
  expect(phone().value).toHaveLength(14)
})

test('preselects or hides the callback as configured [OU-26, OU-27]', async () => {
  await openReport({ answers: { [infoLine]: anInfo({ callbackCheckBoxDefaultValue: 'Y' }) } })
  expect(screen.getByLabelText<HTMLInputElement>('Call me back').checked).toBe(true)
})

test('neither asks for nor sends a phone when the callback is hidden [OU-26]', async () => {
  const portal = await openReport({
    answers: { [infoLine]: anInfo({ hideOutageCallBackRequest: 'Y', callbackCheckBoxDefaultValue: 'Y' }) },
  })
  expect(screen.queryByLabelText('Call me back')).toBeNull()
  await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'The power is out')
  await submit(portal)
  await screen.findByText('Thank you. A crew is on its way.')
  expect(sent(portal)).toMatchObject([{ callBack: false, callbackNumber: '' }])
})

test('shows why a report failed and keeps the input', async () => {
  const portal = await openReport({ answers: { [reportLine]: () => aProblem(500, 'Stack') } })
  await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'The power is out')
  await portal.user.type(screen.getByLabelText(/^Remarks/u), 'Sparks.')
  await submit(portal)
  const message = 'We are unable to process your request at this time. Please try again later.'
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Remarks/u).value).toBe('Sparks.')
})

test('lists the history newest first with account, both times and description [OU-14, OU-15, OU-18]', async () => {
  const portal = await open({ answers: { [historyLine]: past(2) } })
  await show(portal, 'Outage History')
  const table = within(await screen.findByRole('table', { name: 'Outage History' }))
  expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Power went out', 'Power restored', 'Description', 'Account'],
    ['03/02/2025 12:05', '03/02/2025 14:30', 'Outage 2', account],
    ['03/01/2025 12:05', '03/01/2025 14:30', 'Outage 1', account],
  ])
})

test('shows ten history rows per page by default, or 25, 50 or 100 [OU-16, OU-17]', async () => {
  const portal = await open({ answers: { [historyLine]: past(12) } })
  await show(portal, 'Outage History')
  const table = within(await screen.findByRole('table', { name: 'Outage History' }))
  expect(table.getAllByRole('row')).toHaveLength(1 + 10)
  const size = screen.getByLabelText<HTMLSelectElement>('Rows per page')
  expect([...size.options].map(({ text }) => text)).toEqual(['10', '25', '50', '100'])
  await portal.user.selectOptions(size, '25')
  expect(table.getAllByRole('row')).toHaveLength(1 + 12)
})

test('says when the history is empty [OU-19]', async () => {
  const portal = await open()
  await show(portal, 'Outage History')
  expect(await screen.findByText('No Past Outages')).toBeDefined()
})

test('redirects to the account overview without the feature [ST-57, CG-12]', async () => {
  const { address, calls } = await open({ features: [] })
  expect(address()).toBe('/accountoverview')
  expect(calls.some(({ line }) => line === statusLine)).toBe(false)
})

test('shows every text in Spanish', async () => {
  const [first, second] = past(2).results.map((row, place) =>
    place === 1 ? { ...row, description: 'Tree contact' } : row,
  )
  const { user } = await open({ language: 'es', answers: { [historyLine]: { results: [first, second] } } })
  await user.click(await screen.findByRole('tab', { name: 'Cortes de luz anteriores' }))
  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows.map(({ children: [, , cause] }) => cause?.innerHTML)).toEqual([
    'Árbol sobre el cable',
    '<span lang="en">Outage 1</span>',
  ])
  await user.click(await screen.findByRole('tab', { name: 'Reportar un corte de luz' }))
  await user.click(await screen.findByRole('button', { name: 'Reportar el corte de luz' }))
  await waitFor(() => expect(screen.getAllByText('Debe seleccionar un problema').length).toBeGreaterThan(0))
})

describe('a report without a connection', () => {
  const lost = { [reportLine]: () => Promise.reject(new TypeError('offline')) }
  const kept = () => localStorage.getItem('mcp_waitingReport') ?? ''
  const title = 'Not sent yet. We send it when you are connected again.'
  afterEach(() => localStorage.clear())

  test('waits in the browser as the report of this member, and the form gives way to the notice', async () => {
    const portal = await openReport({ answers: lost })
    await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'A tree is on the line')
    await submit(portal)
    const notice = await screen.findByText(title)
    expect(document.activeElement?.contains(notice)).toBe(true)
    expect(JSON.parse(kept())).toMatchObject({
      kind: 'waiting',
      form: { memberNumber: 'M1001', accountNumber: account, outageReason: 'A tree is on the line' },
    })
    expect(tab('Report an Outage')).toBeNull()
    await portal.user.click(screen.getByRole('button', { name: 'Delete report' }))
    expect(kept()).toBe('')
    expect(await screen.findByLabelText('What is the problem?')).toBeDefined()
  })

  test('is not kept when the member has signed out before the call failed', async () => {
    const answer = Promise.withResolvers<never>()
    const portal = await openReport({ answers: { [reportLine]: () => answer.promise } })
    await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'A tree is on the line')
    await submit(portal)
    await act(async () => {
      forgetStoredUser('/home')
      answer.reject(new TypeError('offline'))
      await new Promise((resolve) => setTimeout(resolve))
    })
    expect(kept()).toBe('')
  })

  const typed = { callBack: true, callbackNumber: '(715) 555-9999', remarks: 'Sparks' }
  const form = { memberNumber: 'M1001', accountNumber: account, outageReason: 'A tree is on the line', ...typed }

  test('a refused report stays after an outage of another account was reported', async () => {
    const other = { kind: 'refused', form: { ...form, accountNumber: '9' }, reason: 'No', writtenAt: Date.now() }
    localStorage.setItem('mcp_waitingReport', JSON.stringify(other))
    const portal = await openReport()
    await portal.user.selectOptions(screen.getByLabelText('What is the problem?'), 'A tree is on the line')
    await submit(portal)
    await screen.findByText('Thank you. A crew is on its way.')
    expect(kept()).toBe(JSON.stringify(other))
  })

  test('a refused report is in the form again, with the reason', async () => {
    const reason = 'You must select an issue'
    localStorage.setItem('mcp_waitingReport', JSON.stringify({ kind: 'refused', form, reason, writtenAt: Date.now() }))
    const portal = await open()
    expect((await screen.findByText(reason)).textContent).toBe(reason)
    await screen.findByLabelText('What is the problem?')
    expect(phone().value).toBe('(715) 555-9999')
    await submit(portal)
    await screen.findByText('Thank you. A crew is on its way.')
    expect(sent(portal)).toMatchObject([{ outageReason: 'A tree is on the line', remarks: 'Sparks' }])
    expect(kept()).toBe('')
  })
})

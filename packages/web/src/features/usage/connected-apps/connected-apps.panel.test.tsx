import type { Connection } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { openProfile } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const listLine = 'GET /v3/members/M1001/connected-apps'
const offerLine = 'GET /v3/members/M1001/connected-apps/offer'
const tokenLine = 'POST /v3/members/M1001/access-tokens'
const endLine = 'DELETE /v3/members/M1001/connected-apps/grant-of-a-planner-01'
const requestLine = 'GET /v3/members/M1001/app-requests/request-of-an-app-0001'
const allowLine = 'POST /v3/members/M1001/app-requests/request-of-an-app-0001/allow'
const declineLine = 'POST /v3/members/M1001/app-requests/request-of-an-app-0001/decline'

const scope = { text: 'FB=4_5_15;IntervalDuration=86400', detail: 'day', hasCost: true, months: 36 } as const
const planner: Connection = {
  id: 'grant-of-a-planner-01',
  kind: 'app',
  name: 'Solar Planner',
  homeUrl: 'https://app.example.org/',
  scopes: [scope],
  meters: [{ accountNumber: '100100101', meterNumber: 'M1' }],
  historyFrom: calendarDate('2025-11-01'),
  createdAt: '2026-11-01T12:00:00Z',
  endsAt: '2027-11-02T05:00:00Z',
  lastDay: calendarDate('2027-11-01'),
  endReason: null,
  isOver: false,
  lastReadAt: '2026-11-19T12:00:00Z',
  reads: 3,
  bytes: 4_200,
}
const offered = { meters: [{ accountNumber: '100100101', meterNumber: 'M1', street: '1234 Oak St' }] }
const asked = {
  name: 'Solar Planner',
  homeUrl: 'https://app.example.org/',
  returnsTo: 'app.example.org',
  isSelfRegistered: true,
  scopes: [scope],
}
const answers = {
  [listLine]: { connections: [planner] },
  [offerLine]: offered,
  [requestLine]: asked,
  'GET /v3/site/ats-config-settings': { results: [{ key: 'timeZone', value: 'America/Chicago' }] },
}
const site = aSite({ settings: { connectEnabled: true } })
const visits = ['/my-profile', '/connect-app', '/login', '/home']

const open = async (path: string, more: Readonly<Record<string, unknown>> = {}) => {
  await loadTexts('en', 'connectedApps')
  return openProfile({ ...answers, ...more }, { path, site, visits })
}
const openTab = async (more: Readonly<Record<string, unknown>> = {}) => open('/my-profile?tab=connected-apps', more)
const openRequest = async (more: Readonly<Record<string, unknown>> = {}) =>
  open('/connect-app?request=request-of-an-app-0001', more)

const assign = vi.fn<(address: string | URL) => void>()
beforeEach(() => {
  assign.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  return () => vi.restoreAllMocks()
})

describe('connected apps', () => {
  test('lists scopes, past reads and the end date of each connection', async () => {
    await openTab()
    expect(await screen.findByRole('rowheader', { name: /Solar Planner/u })).toBeDefined()
    expect(screen.getByText('Daily usage and cost')).toBeDefined()
    expect(screen.getByText('1 meter · Data since 11/01/2025')).toBeDefined()
    expect(screen.getByText('3 times, 4.2 kB')).toBeDefined()
    expect(screen.getByText('11/01/2027')).toBeDefined()
  })

  test('ends a connection after a confirmation', async () => {
    const { user, sent, answers: network } = await openTab({ [endLine]: { ended: true } })
    await user.click(await screen.findByRole('button', { name: 'End Solar Planner' }))
    expect(sent(endLine)).toEqual([])
    network[listLine] = { connections: [] }
    await user.click(screen.getByRole('button', { name: 'End' }))
    expect(await screen.findByText('“Solar Planner” can no longer read your usage.')).toBeDefined()
    expect(sent(endLine)).toHaveLength(1)
  })

  test('makes an access token from the chosen options and shows it once', async () => {
    const made = { connection: { ...planner, kind: 'token', name: 'Script' }, token: 'T'.repeat(43) }
    const { user, sent } = await openTab({ [tokenLine]: made })
    await user.click(await screen.findByRole('button', { name: 'Make an access token' }))
    await user.click(await screen.findByRole('button', { name: 'Make token' }))
    expect(screen.getByText('Enter a name for the access token.')).toBeDefined()
    expect(sent(tokenLine)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Script')
    await user.click(screen.getByRole('button', { name: 'Make token' }))
    expect(await screen.findByText('T'.repeat(43))).toBeDefined()
    expect(bodyOf(sent(tokenLine)[0])).toMatchObject({
      name: 'Script',
      scopes: ['FB=4_5_15;IntervalDuration=86400', 'FB=4_5_15;IntervalDuration=900'],
      meters: [{ accountNumber: '100100101', meterNumber: 'M1' }],
      historyMonths: 12,
    })
    await user.click(screen.getByText('Done'))
    await waitFor(() => expect(screen.queryByText('T'.repeat(43))).toBeNull())
  })
})

test.each([
  ['the form of an access token', '/my-profile?tab=connected-apps', 'Make token'],
  ['the app’s request', '/connect-app?request=request-of-an-app-0001', 'Allow'],
])('settings that could not be loaded for %s are said, with a way to try again', async (_of, path, button) => {
  const settingsLine = 'GET /v3/site/ats-config-settings'
  const { user, answers: network } = await open(path, { [settingsLine]: aProblem(500) })
  if (button === 'Make token') await user.click(await screen.findByRole('button', { name: 'Make an access token' }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  network[settingsLine] = answers[settingsLine]
  await user.click(retry)
  expect(await screen.findByRole('button', { name: button })).toBeDefined()
})

describe('an app’s request', () => {
  test('names the app and its redirect host, warns about an unreviewed app, and continues after approval', async () => {
    const { user, sent } = await openRequest({ [allowLine]: { continueAt: '/oauth/authorize/request-of-an-app-0001' } })
    expect(await screen.findByText('Solar Planner asks to read your energy usage')).toBeDefined()
    expect(screen.getByText('app.example.org')).toBeDefined()
    expect(screen.getByText(/We have not reviewed this app/u)).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Meter M1, account 100100101, 1234 Oak St' }))
    await user.click(screen.getByRole('button', { name: 'Allow' }))
    expect(screen.getAllByText('Choose at least one meter.').length).toBeGreaterThan(0)
    expect(sent(allowLine)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'Meter M1, account 100100101, 1234 Oak St' }))
    await user.click(screen.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/oauth/authorize/request-of-an-app-0001'))
  })

  test.each([
    ['Allow', allowLine],
    ['Do not allow', declineLine],
  ])('stays in the portal when the page is left before “%s” is answered', async (name, line) => {
    const answer = Promise.withResolvers<object>()
    const { user, address, sent } = await openRequest({ [line]: answer.promise })
    await user.click(await screen.findByRole('button', { name }))
    expect(sent(line)).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'My Profile' }))
    expect(address()).toBe('/my-profile')
    await act(async () => answer.resolve({ continueAt: '/oauth/authorize/x' }))
    expect(assign).not.toHaveBeenCalled()
  })

  test.each([
    ['Allow', allowLine, 'Do not allow', declineLine],
    ['Do not allow', declineLine, 'Allow', allowLine],
  ])('sends no second decision after “%s”', async (name, line, otherName, otherLine) => {
    const answer = Promise.withResolvers<object>()
    const { user, sent } = await openRequest({ [line]: answer.promise, [otherLine]: { continueAt: '/oauth/other' } })
    await user.click(await screen.findByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: otherName }))
    answer.resolve({ continueAt: '/oauth/authorize/x' })
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/oauth/authorize/x'))
    await user.click(screen.getByRole('button', { name: otherName }))
    expect([sent(line).length, sent(otherLine).length]).toEqual([1, 0])
    expect(assign).toHaveBeenCalledTimes(1)
  })

  test('continues without choices when the member declines', async () => {
    const { user } = await openRequest({ [declineLine]: { continueAt: '/oauth/authorize/x' } })
    await user.click(await screen.findByRole('button', { name: 'Do not allow' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/oauth/authorize/x'))
  })

  test('cannot be approved after it expired or from another browser', async () => {
    await openRequest({ [requestLine]: aProblem(404, 'gone') })
    expect(await screen.findByText('This request has expired')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  })

  test('shows an error for an invalid request', async () => {
    await open('/connect-app?problem=invalid_redirect_uri')
    expect(await screen.findByText('This app cannot be connected')).toBeDefined()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentReport, keepWaitingReport, loadStoredReport } from '../../features/service/outage/waiting-report.ts'
import { findLastStatus, keepLastStatus } from '../../features/service/outage/last-status.ts'
import { call } from '../../portal/call/call.ts'
import { keepAccount } from '../../portal/session/stored-account.ts'
import { route } from '../../portal/page/route-table.tsx'
import { forgetStoredStaff } from '../../portal/staff/staff-session.ts'
import { useMemberRead } from '../../portal/call/use-member-read.ts'
import { type Answers, aProblem, type SentCall } from '../../test-support/answers.ts'
import { headersOf } from '../../test-support/open-quick-pay.tsx'
import { aMember, renderPortal, storedUser } from '../../test-support/render-portal.tsx'
import { routes } from '../routes.tsx'
import { PortalViewBanner } from './portal-view-banner.tsx'

const staff = { accessToken: 'staff-token', name: 'Dana Reyes', username: 'dana.support', role: 'support' }
const opened = {
  accessToken: 'view.token',
  memberNumber: '10001',
  name: 'Ada Lindqvist',
  memberMfaEnabled: true,
}
const endsAt = '2027-03-01T14:15:00.000Z'
const backTo = '/staff/member?number=10001'
const openLine = 'POST /v3/staff/members/10001/portal-view'
const endLine = 'POST /v3/staff/portal-view/end'
const kept = (): unknown => JSON.parse(sessionStorage.getItem('staff_portalView') ?? 'null')

let replace: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2027-03-01T14:00:00Z') })
  replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  localStorage.setItem('staff_session', JSON.stringify(staff))
})
afterEach(() => {
  document.body.hidden = false
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page for members that loads one thing about its member. */
function AskingPage() {
  useMemberRead('GET /v3/members/{memberNumber}/autopay', { params: { memberNumber: '10001' } })
  return <h1>Asking</h1>
}
const table = [...routes, route({ path: '/asking', guarded: true, load: async () => ({ Page: AskingPage }) })]
const askLine = 'GET /v3/members/10001/autopay'

/** A tab with a view of Ada's portal, in a browser in which another member is signed in. */
async function openTab(answers: Answers = {}, language: 'en' | 'es' = 'en', path = '/asking') {
  sessionStorage.setItem('staff_portalView', JSON.stringify({ ...opened, endsAt, backTo }))
  keepAccount('10001', '100100101')
  const more = { [askLine]: { accounts: [] }, ...answers }
  return renderPortal({ path, table, session: aMember, answers: more, language, banner: <PortalViewBanner /> })
}

const bearersOf = (calls: readonly SentCall[], line: string) =>
  calls.filter((one) => one.line === line).map((one) => headersOf(one).get('authorization'))

describe('opening a view', () => {
  test('needs a reason, and then shows the portal as the member in this tab only', async () => {
    const path = '/staff/portal-view?number=10001'
    const { user, calls } = await renderPortal({
      path,
      session: aMember,
      answers: { [openLine]: { ...opened, secondsLeft: 900 } },
    })
    keepAccount('10001', '100100999')
    const button = screen.getByRole('button', { name: 'Open the view' })
    await user.click(button)
    expect(screen.getAllByText('Enter a reason.').length).toBeGreaterThan(0)
    expect(bearersOf(calls, openLine)).toEqual([])

    await user.type(screen.getByLabelText('Reason'), 'Asked about a bill')
    await user.click(button)
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/accountoverview'))
    expect(Object.keys(sessionStorage)).toEqual(['staff_portalView'])
    expect(bearersOf(calls, openLine)).toEqual(['Bearer staff-token'])
    // Another tab renews its session before the new document is there.
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'mcp_currentUser' })))
    expect(kept()).toEqual({ ...opened, endsAt: expect.stringMatching(/^2027-03-01T14:15:/u), backTo })
    expect(storedUser()).toEqual(aMember)
  })

  test('opens nothing after the page was left', async () => {
    const answer = Promise.withResolvers<object>()
    const { user, address } = await renderPortal({
      path: '/staff/portal-view?number=10001',
      visits: ['/staff/member'],
      answers: { [openLine]: answer.promise },
    })
    await user.type(screen.getByLabelText('Reason'), 'Asked about a bill')
    await user.click(screen.getByRole('button', { name: 'Open the view' }))
    await user.click(screen.getByRole('link', { name: 'Back to the member' }))
    expect(address()).toBe('/staff/member?number=10001')
    await act(async () => answer.resolve({ ...opened, secondsLeft: 900 }))
    expect(replace).not.toHaveBeenCalled()
    expect(kept()).toBeNull()
  })

  test('is not for staff who see no members', async () => {
    localStorage.setItem('staff_session', JSON.stringify({ ...staff, role: 'content' }))
    await renderPortal({ path: '/staff/portal-view?number=10001' })
    expect(screen.queryByLabelText('Reason')).toBeNull()
  })
})

describe('a tab with a view', () => {
  test.each([
    ['en', 'Member view', 'You are seeing the portal as Ada Lindqvist.', 'Nothing can be changed.', 'End the view'],
    ['es', 'Vista del miembro', 'Está viendo el portal como lo ve Ada Lindqvist.', 'No se puede', 'Terminar la vista'],
  ] as const)(
    'says so on every page, in %s, with its end and no way to put it away',
    async (language, label, title, unchanged, button) => {
      await openTab({}, language, '/home')
      const banner = within(screen.getByRole('region', { name: label }))
      expect(banner.getByText(title)).toBeDefined()
      const time = new Intl.DateTimeFormat(`${language}-US`, { timeStyle: 'short' }).format(new Date(endsAt))
      expect(banner.getByText((text) => text.startsWith(unchanged) && text.includes(time))).toBeDefined()
      expect(banner.getAllByRole('button')).toEqual([banner.getByRole('button', { name: button })])
    },
  )

  test('reads as the member of the view, although another member is signed in to this browser', async () => {
    const { calls } = await openTab()
    await waitFor(() => expect(bearersOf(calls, askLine)).toEqual(['Bearer view.token']))
  })

  test('sends every change with the token of the view, that of a visitor too, but for those of staff', async () => {
    const answers = { 'POST /v3/login': aProblem(403), [endLine]: {} }
    const { calls } = await openTab(answers)
    const body = { username: 'a', password: 'b' }
    await act(async () => expect(call('POST /v3/login', { body })).rejects.toMatchObject({ status: 403 }))
    await act(async () => call('POST /v3/staff/portal-view/end', { body: {}, bearer: 'staff-token' }))
    expect(bearersOf(calls, 'POST /v3/login')).toEqual(['Bearer view.token'])
    expect(bearersOf(calls, endLine)).toEqual(['Bearer staff-token'])
  })

  test('keeps nothing of the member in this browser, and shows nothing that it kept of others', async () => {
    await openTab()
    const status = { memberNumber: '10001', accountNumber: '1', timeZone: 'UTC', loadedAt: Date.now() }
    keepLastStatus({ ...status, status: {} } as never)
    expect([localStorage.getItem('mcp_lastOutageStatus'), findLastStatus('10001', Date.now())]).toEqual([null, null])
    const theirs = JSON.stringify({ kind: 'waiting', form: {}, writtenAt: Date.now() })
    localStorage.setItem('mcp_waitingReport', theirs)
    expect(keepWaitingReport({ memberNumber: '10001' } as never)).toBe(false)
    expect([currentReport(), loadStoredReport(Date.now())]).toEqual(['null', null])
    expect(localStorage.getItem('mcp_waitingReport')).toBe(theirs)
  })
})

describe('the end of a view', () => {
  const hasLeft = () => {
    expect(replace).toHaveBeenCalledWith(backTo)
    expect(document.body.hidden).toBe(true)
    // Nor what the member's pages stored in this tab, such as the chosen account.
    expect(Object.keys(sessionStorage)).toEqual([])
    // The member who is signed in to this browser stays signed in.
    expect(storedUser()).toEqual(aMember)
  }

  test.each(['End the view', 'Sign Out'])('comes by %s, on the server too', async (name) => {
    const { user, calls } = await openTab({ [endLine]: {} })
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => hasLeft())
    expect(bearersOf(calls, endLine)).toEqual(['Bearer staff-token'])
    expect(calls.map(({ line }) => line)).not.toContain('POST /v3/session/end')
  })

  test('comes when the server refuses the token', async () => {
    const { calls } = await openTab({ [askLine]: aProblem(401) })
    await waitFor(() => hasLeft())
    // Nothing continues as the member who is signed in to this browser.
    expect(new Set(bearersOf(calls, askLine))).toEqual(new Set(['Bearer view.token']))
  })

  test('comes with its time', async () => {
    await openTab()
    await act(async () => vi.advanceTimersByTimeAsync(14 * 60_000))
    expect(replace).not.toHaveBeenCalled()
    await act(async () => vi.advanceTimersByTimeAsync(61_000))
    hasLeft()
  })

  test('comes as soon as a computer that slept wakes up after its time', async () => {
    await openTab()
    // Timers stand still meanwhile.
    vi.setSystemTime(new Date('2027-03-01T15:00:00Z'))
    expect(replace).not.toHaveBeenCalled()
    await act(async () => vi.advanceTimersByTimeAsync(1_000))
    hasLeft()
  })

  test('comes when staff sign out in this browser', async () => {
    await openTab()
    expect(replace).not.toHaveBeenCalled()
    act(() => forgetStoredStaff())
    hasLeft()
  })
})

import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findSavedTyping, forgetSavedTyping, keepTyping, watchTyping } from '../portal/form/saved-typing.ts'
import { route } from '../portal/page/route-table.tsx'
import { keepStoredUser } from '../portal/session/stored-user.ts'
import { useMemberRead } from '../portal/call/use-member-read.ts'
import { type Answers, aProblem } from '../test-support/answers.ts'
import { aSite } from '../test-support/a-site.ts'
import { bodyOf, headersOf } from '../test-support/open-quick-pay.tsx'
import { aMember, renderPortal, storedUser } from '../test-support/render-portal.tsx'
import { endLine } from '../test-support/sign-in-answers.ts'
import { routes } from './routes.tsx'
import { signOutTarget } from './sign-out-target.ts'

const origin = 'https://portal.example.coop'
const signOutButton = () => screen.queryByRole('button', { name: 'Sign Out' })

/** A page that asks the server for something with the member's token. */
function AskingPage() {
  useMemberRead('GET /v3/site/maintenance', {})
  return <h1>Asking</h1>
}
const askingTable = [...routes, route({ path: '/asking', guarded: true, load: async () => ({ Page: AskingPage }) })]

test('a stored user with a token is signed in [SH-61]', async () => {
  await renderPortal({ session: aMember })
  expect(signOutButton()).not.toBeNull()
})

test('without a stored user no one is signed in [SH-61]', async () => {
  await renderPortal()
  expect(signOutButton()).toBeNull()
})

test('a member who still owes the second factor is not signed in and not signed out [SH-62]', async () => {
  const pending = JSON.stringify({ memberNumber: '1001', memberMfaEnabled: true })
  const { address } = await renderPortal({ session: pending })
  expect(signOutButton()).toBeNull()
  expect(address()).toBe('/home')
  expect(localStorage.getItem('mcp_currentUser')).toBe(pending)
})

test('a stored user that cannot be read is signed out and sent to /login with sessionTimeOut [SH-63]', async () => {
  const { address } = await renderPortal({ session: '{"accessToken":', visits: ['/login'] })
  expect(localStorage.getItem('mcp_currentUser')).toBeNull()
  expect(address()).toBe('/login?sessionTimeOut=true')
})

test('a token that the server refuses ends the session and leads to /login with sessionTimeOut [SH-63]', async () => {
  const { address } = await renderPortal({
    path: '/asking?from=mail',
    table: askingTable,
    session: aMember,
    visits: ['/login'],
    answers: { 'GET /v3/site/maintenance': aProblem(401) },
  })
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined()
  expect(storedUser()).toBeNull()
  expect(address()).toBe('/login?sessionTimeOut=true&returnUrl=%2Fasking%3Ffrom%3Dmail')
})

test('retries the call with the new token when another tab has renewed the session', async () => {
  const { calls } = await renderPortal({
    path: '/asking',
    table: askingTable,
    session: aMember,
    answers: {
      get 'GET /v3/site/maintenance'() {
        const wasRenewed = JSON.stringify(storedUser()).includes('token-2')
        localStorage.setItem('mcp_currentUser', JSON.stringify({ ...aMember, accessToken: 'token-2' }))
        return wasRenewed ? { underMaintenance: false } : aProblem(401)
      },
    },
  })
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map((call) => headersOf(call).get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2'])
  expect(storedUser()).toEqual({ ...aMember, accessToken: 'token-2' })
})

test('a refusal of 403 keeps the session', async () => {
  await renderPortal({
    path: '/asking',
    table: askingTable,
    session: aMember,
    answers: { 'GET /v3/site/maintenance': aProblem(403) },
  })
  expect(await screen.findByRole('heading', { name: 'Asking' })).toBeDefined()
  expect(localStorage.getItem('mcp_currentUser')).not.toBeNull()
})

describe('signing out', () => {
  const signedIn = (answers: Answers = { [endLine]: { ended: 1 } }) =>
    renderPortal({
      path: '/accountoverview',
      session: aMember,
      visits: ['/login', '/home'],
      site: aSite({ settings: { signOutLink: '/login?bye=1' } }),
      answers,
    })

  test('forgets the member and goes to the sign-out link when that is a login page [SH-64, SH-65, ST-21]', async () => {
    const { user, address } = await signedIn()
    await user.click(signOutButton() as HTMLElement)
    await waitFor(() => expect(address()).toBe('/login?bye=1'))
    expect(storedUser()).toBeNull()
    expect(signOutButton()).toBeNull()
  })

  test('ends the session on the server first [SEC-26]', async () => {
    const { user, calls, address } = await signedIn()
    await user.click(signOutButton() as HTMLElement)
    await waitFor(() => expect(address()).toBe('/login?bye=1'))
    const ended = calls.filter(({ line }) => line === endLine)
    expect(ended).toHaveLength(1)
    expect(headersOf(ended[0]).get('authorization')).toBe('Bearer token-1')
    expect(bodyOf(ended[0])).toEqual({ everywhere: false })
  })

  test('signs the member out and redirects even when the server does not answer', async () => {
    for (const answers of [{}, { [endLine]: aProblem(401) }]) {
      const { user, address } = await signedIn(answers)
      await user.click(signOutButton() as HTMLElement)
      await waitFor(() => expect(address()).toBe('/login?bye=1'))
      expect(storedUser()).toBeNull()
      cleanup()
    }
  })

  test('leaves nothing in storage but the closed announcement, language and theme [SH-64, SEC-26]', async () => {
    localStorage.setItem('mcp_announcementClosed', 'true')
    localStorage.setItem('mcp_language', 'en')
    localStorage.setItem('mcp_theme', 'dark')
    localStorage.setItem('mcp_quickPayToken', 'q')
    localStorage.setItem('something else', 'x')
    sessionStorage.setItem('mcp_paymentResult', '{}')
    const { user } = await signedIn()
    await user.click(signOutButton() as HTMLElement)
    await waitFor(() => expect(signOutButton()).toBeNull())
    expect(Object.keys(localStorage).toSorted()).toEqual(['mcp_announcementClosed', 'mcp_language', 'mcp_theme'])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('signing out in one tab signs out the other tabs and clears their data [SEC-26]', async () => {
    sessionStorage.setItem('mcp_paymentResult', '{}')
    const { address } = await signedIn()
    localStorage.removeItem('mcp_currentUser')
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'mcp_currentUser' })))
    expect(address()).toBe('/login?returnUrl=%2Faccountoverview')
    expect(signOutButton()).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})

describe('a page restored from the back/forward cache', () => {
  const comeBack = (persisted: boolean) =>
    act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
  const open = async () => {
    const reload = vi.fn<() => void>()
    await renderPortal({ path: '/asking', table: askingTable, session: aMember, onReloadDocument: reload })
    return reload
  }
  afterEach(() => {
    document.body.hidden = false
  })

  test('is hidden and reloaded when the member has signed out since [SEC-29]', async () => {
    const reload = await open()
    localStorage.removeItem('mcp_currentUser')
    await comeBack(true)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(document.body.hidden).toBe(true)
  })

  test('is hidden and reloaded when another member is signed in now [SEC-29]', async () => {
    const reload = await open()
    localStorage.setItem('mcp_currentUser', JSON.stringify({ ...aMember, memberNumber: '2002' }))
    await comeBack(true)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('shows the same page when the member is still signed in, and so does a page that was never cached', async () => {
    const reload = await open()
    await comeBack(true)
    localStorage.removeItem('mcp_currentUser')
    await comeBack(false)
    expect(reload).not.toHaveBeenCalled()
    expect(document.body.hidden).toBe(false)
  })
})

test('a sign-out link that is not a login page of this site leads to /home [SH-65]', () => {
  const target = (link: string) => signOutTarget(link, routes, origin)
  expect(target('')).toBe('/home')
  expect(target('/services-products')).toBe('/home')
  expect(target('https://coop.example.org/login')).toBe('/home')
  expect(target('//coop.example.org/login')).toBe('/home')
  expect(target('/login')).toBe('/login')
  expect(target(`${origin}/login`)).toBe('/login')
})

describe('what was typed when a session ended is discarded', () => {
  const form = 'a form'
  const typed = { comments: 'By the barn.' }
  let endTyping: (() => void) | undefined
  afterEach(() => {
    endTyping?.()
    forgetSavedTyping()
    vi.restoreAllMocks()
  })
  const type = () => {
    endTyping = watchTyping(form, () => typed)
  }
  const signIn = async (memberNumber: string) => act(async () => keepStoredUser({ ...aMember, memberNumber }))

  test('when another member signs in, also when they open no form', async () => {
    await renderPortal({ session: aMember })
    type()
    keepTyping(aMember.memberNumber)
    expect(findSavedTyping(form)).toBe(typed)
    await signIn('2002')
    await signIn(aMember.memberNumber)
    expect(findSavedTyping(form)).toBeUndefined()
  })

  test('when the member signs out, also when the session was over by then', async () => {
    const { user, address } = await renderPortal({ session: aMember, answers: { [endLine]: aProblem(401) } })
    type()
    keepTyping(aMember.memberNumber)
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(storedUser()).toBeNull())
    await waitFor(() => expect(address()).not.toContain('sessionTimeOut'))
    await signIn(aMember.memberNumber)
    expect(findSavedTyping(form)).toBeUndefined()
  })

  test('after half an hour', async () => {
    await renderPortal({ session: aMember })
    type()
    keepTyping(aMember.memberNumber)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 29 * 60_000)
    expect(findSavedTyping(form)).toBe(typed)
    vi.spyOn(Date, 'now').mockReturnValue(now + 31 * 60_000)
    expect(findSavedTyping(form)).toBeUndefined()
  })
})

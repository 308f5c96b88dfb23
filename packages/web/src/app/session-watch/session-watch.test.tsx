import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginCall } from '../../portal/call/calls-under-way.ts'
import { route } from '../../portal/page/route-table.tsx'
import { loadTexts } from '../../portal/text/text-store.ts'
import { aProblem } from '../../test-support/answers.ts'
import { bodyOf, headersOf } from '../../test-support/open-quick-pay.tsx'
import { aMember, renderPortal, storedUser } from '../../test-support/render-portal.tsx'
import { routes } from '../routes.tsx'
import { aSession, endLine, renewLine, sessionLine } from '../../test-support/sign-in-answers.ts'

const table = [
  route({ path: '/private', guarded: true, load: async () => ({ Page: () => <h1>Private</h1> }) }),
  ...routes,
]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(answers: Record<string, unknown>, session: typeof aMember | null = aMember) {
  const portal = await renderPortal({
    path: session === null ? '/home' : '/private',
    table,
    answers,
    visits: ['/login', '/home'],
    ...(session !== null && { session }),
  })
  await watchLoaded()
  const sessionCalls = () => portal.calls.filter(({ line }) => line === sessionLine)
  return { ...portal, sessionCalls }
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

/** The watch's code and texts are loaded once a member is signed in and no call has been under way for a moment. */
async function watchLoaded(): Promise<void> {
  await pass(0.4)
  await act(async () => {
    await Promise.all([import('./session-watch.tsx'), loadTexts('en', 'session')])
  })
}
const dialog = () => screen.queryByRole('dialog', { name: 'You will be signed out soon' })
const button = (name: string) => within(dialog() as HTMLElement).getByRole('button', { name })

test('the watch is loaded once the page has its data, so it takes no connection from it', async () => {
  let answered: (() => void) | undefined
  function Waiting() {
    useEffect(() => {
      answered = beginCall()
    }, [])
    return <h1>Waiting</h1>
  }
  const waiting = route({ path: '/waiting', guarded: true, load: async () => ({ Page: Waiting }) })
  const portal = await renderPortal({
    path: '/waiting',
    table: [waiting, ...routes],
    answers: { [sessionLine]: aSession() },
    session: aMember,
  })
  const sessionCalls = () => portal.calls.filter(({ line }) => line === sessionLine)
  await waitFor(() => expect(answered).toBeDefined())
  await watchLoaded()
  await pass(4)
  act(() => answered?.())
  await watchLoaded()
  await pass(4)
  expect(sessionCalls()).toHaveLength(0)
  await pass(3)
  expect(sessionCalls()).toHaveLength(1)
})

describe('before an idle session ends', () => {
  test('asks the server after 14 idle minutes, and then warns the member [SEC-27]', async () => {
    const answers = { [sessionLine]: aSession() }
    const { sessionCalls } = await open(answers)
    await pass(6)
    expect(sessionCalls()).toHaveLength(1)
    expect(headersOf(sessionCalls()[0]).get('authorization')).toBe('Bearer token-1')
    await pass(830)
    expect(sessionCalls()).toHaveLength(1)
    expect(dialog()).toBeNull()
    answers[sessionLine] = aSession({ idleSecondsLeft: 59 })
    await pass(12)
    expect(dialog()).not.toBeNull()
    expect(screen.getByRole('timer').textContent).toMatch(/^5\d seconds left$/)
  })

  test('a call from another tab postpones the warning', async () => {
    const answers = { [sessionLine]: aSession({ idleSecondsLeft: 70 }) }
    const { sessionCalls } = await open(answers)
    await pass(6)
    answers[sessionLine] = aSession()
    await pass(12)
    expect(sessionCalls()).toHaveLength(2)
    expect(dialog()).toBeNull()
  })

  test('Stay signed in renews the session, stores the new token and closes the warning', async () => {
    const answers: Record<string, unknown> = {
      [sessionLine]: aSession({ idleSecondsLeft: 50 }),
      [renewLine]: { accessToken: 'token-2', expireInMinutes: 15 },
    }
    const { user, calls } = await open(answers)
    await pass(6)
    answers[sessionLine] = aSession()
    await user.click(button('Stay signed in'))
    await waitFor(() => expect(dialog()).toBeNull())
    const renewed = calls.filter(({ line }) => line === renewLine)
    expect(renewed.map((call) => [headersOf(call).get('authorization'), bodyOf(call)])).toEqual([
      ['Bearer token-1', {}],
    ])
    expect(storedUser()).toEqual({ ...aMember, accessToken: 'token-2' })
    await pass(60)
    expect(dialog()).toBeNull()
    expect(screen.getByRole('heading', { name: 'Private' })).toBeDefined()
  })

  test('a renewal without an answer shows a failure that can be retried', async () => {
    const { user } = await open({ [sessionLine]: aSession({ idleSecondsLeft: 50 }) })
    await pass(6)
    await user.click(button('Stay signed in'))
    expect((await screen.findByRole('alert')).textContent).toBe('Unknown error!')
    expect(button('Stay signed in')).toBeDefined()
  })

  test('Sign out ends the session and goes home', async () => {
    const { user, calls, address } = await open({
      [sessionLine]: aSession({ idleSecondsLeft: 50 }),
      [endLine]: { ended: 1 },
    })
    await pass(6)
    await user.click(button('Sign out'))
    await waitFor(() => expect(address()).toBe('/home'))
    expect(calls.filter(({ line }) => line === endLine)).toHaveLength(1)
    expect(storedUser()).toBeNull()
    expect(dialog()).toBeNull()
  })

  test('the warning closes when another tab renews the session', async () => {
    const answers = { [sessionLine]: aSession({ idleSecondsLeft: 50 }) }
    await open(answers)
    await pass(6)
    expect(dialog()).not.toBeNull()
    answers[sessionLine] = aSession()
    await pass(11)
    expect(dialog()).toBeNull()
  })
})

describe('when it ends', () => {
  test('the refused token leads to sign in, and back from there [SH-63, SEC-27]', async () => {
    const answers: Record<string, unknown> = { [sessionLine]: aSession({ idleSecondsLeft: 5 }) }
    const { address } = await open(answers)
    await pass(6)
    answers[sessionLine] = aProblem(401)
    await pass(7)
    expect(address()).toBe('/login?sessionTimeOut=true&returnUrl=%2Fprivate')
    expect(storedUser()).toBeNull()
    expect(dialog()).toBeNull()
  })

  test('the session ends without a network, too', async () => {
    const answers: Record<string, unknown> = { [sessionLine]: aSession({ idleSecondsLeft: 20 }) }
    const { address } = await open(answers)
    await pass(6)
    delete answers[sessionLine]
    await pass(40)
    expect(address()).toBe('/login?sessionTimeOut=true&returnUrl=%2Fprivate')
    expect(storedUser()).toBeNull()
  })
})

describe('the maximum session time', () => {
  test('is announced once and cannot be postponed [SEC-27]', async () => {
    const answers = { [sessionLine]: aSession({ secondsLeft: 40 }) }
    const { user } = await open(answers)
    await pass(6)
    expect(within(dialog() as HTMLElement).queryByRole('button', { name: 'Stay signed in' })).toBeNull()
    await user.click(button('Close'))
    expect(dialog()).toBeNull()
    answers[sessionLine] = aSession({ secondsLeft: 30 })
    await pass(11)
    expect(dialog()).toBeNull()
  })
})

test('a device that wakes up asks the server at once', async () => {
  const { sessionCalls } = await open({ [sessionLine]: aSession() })
  await pass(6)
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(sessionCalls()).toHaveLength(2)
})

test('a visitor is not watched', async () => {
  const { calls } = await open({}, null)
  await pass(60)
  expect(calls).toEqual([])
})

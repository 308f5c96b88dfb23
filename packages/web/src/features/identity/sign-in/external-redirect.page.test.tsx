import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { onOverview, openLogin, press } from '../../../test-support/open-login.tsx'
import { bodyOf, headersOf } from '../../../test-support/open-quick-pay.tsx'
import { aMember, storedUser } from '../../../test-support/render-portal.tsx'
import { accountsLine, endLine, exchangeLine, storedMember } from '../../../test-support/sign-in-answers.ts'
import { theMember } from '../../../test-support/their-account.ts'

const withToken = '/external-redirect?token=one-time-7&member=M1001'
const open = (path: string, answers = {}, session?: typeof aMember) =>
  openLogin(
    { [exchangeLine]: theMember.toLogin(), [endLine]: { ended: 1 }, ...answers },
    { path, ...(session !== undefined && { session }) },
  )
const onLogin = () => screen.findByRole('heading', { level: 1, name: 'Sign In' })
const question = () => screen.findByText(/You are already signed in/)

describe('with a token', () => {
  test('token and member are exchanged for a session, which is kept [XL-01, XL-02]', async () => {
    const { sent } = await open(withToken)
    await onOverview()
    expect(bodyOf(sent(exchangeLine)[0])).toEqual({ token: 'one-time-7', member: 'M1001' })
    expect(sent(exchangeLine)).toHaveLength(1)
    expect(storedUser()).toEqual(storedMember)
  })

  test('the accounts are loaded, then the overview opens [XL-03, XL-04]', async () => {
    const { sent, address } = await open(withToken)
    expect(await onOverview()).toBeDefined()
    expect(address()).toBe('/accountoverview')
    expect(headersOf(sent(accountsLine)[0]).get('authorization')).toBe('Bearer access-1')
  })

  test('removes both from the address and the history before the server answers [XL-05, SEC-31]', async () => {
    const entries = window.history.length
    const { address } = await open(withToken, { [exchangeLine]: new Promise(() => undefined) })
    await waitFor(() => expect(address()).toBe('/external-redirect'))
    expect(screen.getByRole('heading', { level: 1, name: 'Signing you in' })).toBeDefined()
    expect(window.history.length).toBe(entries)
  })

  test('the page has no title of its own [RT-16]', async () => {
    await open(withToken, { [exchangeLine]: new Promise(() => undefined) })
    expect(document.title).toBe('Prairie Ridge Electric Cooperative')
  })

  test('an expired token leads to login, which says so', async () => {
    const { address } = await open(withToken, { [exchangeLine]: aProblem(401) })
    expect(await onLogin()).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('We could not sign you in from the other site. Sign in here.')
    expect(address()).toBe('/login')
    expect(storedUser()).toBeNull()
  })

  test('a member without an account is logged out [LG-25]', async () => {
    const { sent } = await open(withToken, { [accountsLine]: { results: [], totalRecords: 0 } })
    await onLogin()
    expect(screen.getByRole('alert').textContent).toBe('No valid account found. You have been logged out.')
    expect(sent(endLine)).toHaveLength(1)
    expect(storedUser()).toBeNull()
  })

  test('accounts that cannot be loaded lead to login, and the session is ended', async () => {
    const { sent } = await open(withToken, { [accountsLine]: aProblem(500) })
    expect(await onLogin()).toBeDefined()
    expect(sent(endLine)).toHaveLength(1)
    expect(storedUser()).toBeNull()
  })
})

describe('without', () => {
  test('a token it leads to login, and the server is not asked [XL-06]', async () => {
    const { address, sent } = await open('/external-redirect?member=M1001')
    expect(await onLogin()).toBeDefined()
    expect(address()).toBe('/login')
    expect(sent(exchangeLine)).toEqual([])
  })

  test('a member it leads to login', async () => {
    const { address } = await open('/external-redirect?token=one-time-7')
    expect(await onLogin()).toBeDefined()
    expect(address()).toBe('/login')
  })
})

describe('while another member is signed in', () => {
  test('does not replace them without a question [SEC-31]', async () => {
    const { sent } = await open(withToken, {}, aMember)
    await question()
    expect(sent(exchangeLine)).toEqual([])
    expect(storedUser()).toEqual(aMember)
  })

  test('Continue exchanges the code, and only then the other member takes the place of this one [SEC-31]', async () => {
    const { user, sent } = await open(withToken, {}, aMember)
    await question()
    await press(user, 'Continue')
    await onOverview()
    // The server ends the session that it replaces; nothing ends before the code has proven valid.
    expect(sent(endLine)).toEqual([])
    expect(storedUser()).toEqual(storedMember)
  })

  test.each([
    { names: 'another member', member: 'M1001' },
    { names: 'the same member', member: aMember.memberNumber },
  ])('a link with an invalid code for $names signs nobody out [SEC-31]', async ({ member }) => {
    const path = `/external-redirect?token=x&member=${member}`
    const { user, sent } = await open(path, { [exchangeLine]: aProblem(401) }, aMember)
    if (member !== aMember.memberNumber) {
      await question()
      await press(user, 'Continue')
    }
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The sign-in link from the other site did not work. You are still signed in here.',
    )
    expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/accountoverview')
    expect(sent(endLine)).toEqual([])
    expect(storedUser()).toEqual(aMember)
  })

  test('staying keeps that session and spends no token [SEC-31]', async () => {
    const { user, sent, address } = await open(
      withToken,
      { 'GET /v3/members/1001/accounts': { results: [], totalRecords: 0 } },
      aMember,
    )
    await question()
    await press(user, 'Stay signed in')
    await onOverview()
    await screen.findByText('There are no accounts available...!')
    expect(address()).toBe('/accountoverview')
    expect(sent(exchangeLine)).toEqual([])
    expect(storedUser()).toEqual(aMember)
  })

  test('the same member is not asked', async () => {
    const { sent } = await open(withToken, {}, { ...aMember, memberNumber: 'M1001' })
    await onOverview()
    expect(sent(exchangeLine)).toHaveLength(1)
    expect(storedUser()).toEqual(storedMember)
  })
})

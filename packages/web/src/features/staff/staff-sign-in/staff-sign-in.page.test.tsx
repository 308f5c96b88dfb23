import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aMember, renderPortal, storedUser } from '../../../test-support/render-portal.tsx'

const signInLine = 'POST /v3/staff/session'
const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: 'dana.support', role: 'support' }
const facts = { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 }
const visits = ['/staff', '/staff/sign-in']
const waysLine = 'GET /v3/staff/sign-on'
const local = { [waysLine]: { provider: null } }
const shared = { [waysLine]: { provider: 'Prairie Office' } }

const give = async (user: Awaited<ReturnType<typeof renderPortal>>['user']) => {
  await user.type(screen.getByLabelText('Username'), 'dana.support')
  await user.type(screen.getByLabelText('Password'), 'Cottonwood&4821')
  await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('staff sign-in', () => {
  test('sends username, password and code together and leads to the console', async () => {
    const { user, calls, address } = await renderPortal({
      path: '/staff',
      visits,
      answers: { ...local, [signInLine]: dana, 'GET /v3/staff/session': facts },
    })
    expect(address()).toBe('/staff/sign-in')
    await screen.findByLabelText('Username')
    await give(user)
    expect(await screen.findByRole('heading', { level: 1, name: 'Find a member' })).toBeDefined()
    const sent = calls.find(({ line }) => line === signInLine)
    const body = { username: 'dana.support', password: 'Cottonwood&4821', code: '123456' }
    expect(sent?.init.body).toBe(JSON.stringify(body))
    expect(screen.getByText('Dana Reyes · Support')).toBeDefined()
  })

  test('sends nothing while a field is empty, and says which', async () => {
    const { user, calls } = await renderPortal({ path: '/staff/sign-in', answers: local })
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(screen.getAllByText('Please enter the 6-digit code from your authenticator app.')).not.toEqual([])
    expect(calls.filter(({ line }) => line === signInLine)).toEqual([])
  })

  test('clears password and code after a refusal', async () => {
    const { user } = await renderPortal({ path: '/staff/sign-in', answers: { ...local, [signInLine]: aProblem(400) } })
    await screen.findByLabelText('Username')
    await give(user)
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Code from your authenticator app').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('dana.support')
  })
})

describe('the sign-in at an identity provider', () => {
  const finishLine = 'POST /v3/staff/sign-on/finish'
  const sentTo = (calls: readonly { readonly line: string; readonly init: RequestInit }[], line: string) =>
    calls.filter((one) => one.line === line).map(({ init }) => init.body)

  test('comes first, and the local one is folded below [REQ-D-493]', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const address = 'https://id.prairie.example/authorize?state=s'
    const { user, calls } = await renderPortal({
      path: '/staff/sign-in',
      answers: { ...shared, 'POST /v3/staff/sign-on/begin': { address } },
    })
    const button = await screen.findByRole('button', { name: 'Sign in with Prairie Office' })
    const fold = screen.getByText('Sign in with a local login').closest('details')
    expect(fold?.open).toBe(false)
    expect(within(fold ?? document.body).getByLabelText('Password')).toBeDefined()
    await user.click(button)
    await waitFor(() => expect(assign).toHaveBeenCalledWith(address))
    expect(sentTo(calls, 'POST /v3/staff/sign-on/begin')).toEqual(['{}'])
  })

  test('brings the answer back once and leaves none of it in the address [REQ-D-493]', async () => {
    const { calls, address } = await renderPortal({
      path: '/staff/sign-in?code=c1&state=s1&iss=https%3A%2F%2Fid.prairie.example',
      visits,
      answers: { ...shared, [finishLine]: dana, 'GET /v3/staff/session': facts },
    })
    expect(await screen.findByText('Dana Reyes · Support')).toBeDefined()
    expect(address()).toBe('/staff')
    const answer = 'code=c1&state=s1&iss=https%3A%2F%2Fid.prairie.example'
    expect(sentTo(calls, finishLine)).toEqual([JSON.stringify({ answer })])
  })

  test.each([
    [400, 'You are in no group that may use the staff console.', /^You are in no group/u],
    [503, '', /^Prairie Office does not answer/u],
  ])('says why nobody is signed in: %i [REQ-D-493]', async (status, detail, sentence) => {
    const { address } = await renderPortal({
      path: '/staff/sign-in?code=c1&state=s1',
      answers: { ...shared, [finishLine]: aProblem(status, detail, [{ code: 'x', message: detail }]) },
    })
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(screen.getByRole('button', { name: 'Sign in with Prairie Office' })).toBeDefined()
    expect(address()).toBe('/staff/sign-in')
  })

  test('is not offered while the portal does not say how staff sign in: the local one is [REQ-D-493]', async () => {
    const { calls } = await renderPortal({
      path: '/staff/sign-in?code=c1&state=s1',
      answers: { [waysLine]: aProblem(503) },
    })
    expect(await screen.findByLabelText('Password')).toBeDefined()
    expect(sentTo(calls, finishLine)).toEqual([])
  })
})

describe('the session of staff', () => {
  test('a session of staff that is over leads to sign in, and leaves a member’s session alone', async () => {
    localStorage.setItem('staff_session', JSON.stringify(dana))
    const { address } = await renderPortal({
      path: '/staff',
      visits,
      session: aMember,
      answers: { 'GET /v3/staff/session': aProblem(401) },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Staff sign-in' })).toBeDefined()
    expect(address()).toBe('/staff/sign-in')
    expect(localStorage.getItem('staff_session')).toBeNull()
    expect(storedUser()).toEqual(aMember)
  })

  test.each(['{', '[]', '{"accessToken":""}', '{"accessToken":1,"name":"x","username":"x","role":"admin"}'])(
    'is none when the browser keeps %s',
    async (kept) => {
      localStorage.setItem('staff_session', kept)
      const { address } = await renderPortal({ path: '/staff', visits })
      expect(address()).toBe('/staff/sign-in')
    },
  )

  test('shows no menu, no accounts and no sign-in of members', async () => {
    await renderPortal({ path: '/staff/sign-in' })
    const banner = within(screen.getByRole('banner'))
    expect(banner.queryByRole('navigation')).toBeNull()
    expect(banner.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })
})

describe('the set-up of staff', () => {
  const app = {
    username: 'lee.newcomer',
    totpUri: 'otpauth://totp/x',
    secretNewKey: 'ABCD',
    qrCode: { path: '', size: 1 },
  }

  test('asks for a password of 12 characters, and sends no shorter one', async () => {
    const { user, calls } = await renderPortal({
      path: '/staff/set-up#a-token',
      answers: { 'POST /v3/staff/set-up/begin': app, 'POST /v3/staff/set-up': { username: app.username } },
    })
    const field = await screen.findByLabelText('Password')
    const sent = () => calls.filter(({ line }) => line === 'POST /v3/staff/set-up').length
    const choose = async (password: string) => {
      for (const label of ['Password', 'Confirm password']) {
        await user.clear(screen.getByLabelText(label))
        await user.type(screen.getByLabelText(label), password)
      }
      await user.click(screen.getByRole('button', { name: 'Finish set-up' }))
    }
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
    expect(screen.getByText('12 to 50 characters')).toBeDefined()
    await choose('gX7#pLq2vR9')
    expect(await screen.findAllByText(/^Please choose a password of 12 to 50 characters/u)).not.toEqual([])
    expect([field.getAttribute('aria-invalid'), sent()]).toEqual(['true', 0])
    await choose('gX7#pLq2vR9w')
    await waitFor(() => expect(sent()).toBe(1))
  })
})

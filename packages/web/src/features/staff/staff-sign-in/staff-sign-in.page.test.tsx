import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aMember, renderPortal, storedUser } from '../../../test-support/render-portal.tsx'

const signInLine = 'POST /v3/staff/session'
const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: 'dana.support', role: 'support' }
const facts = { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 }
const visits = ['/staff', '/staff/sign-in']

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
      answers: { [signInLine]: dana, 'GET /v3/staff/session': facts },
    })
    expect(address()).toBe('/staff/sign-in')
    await give(user)
    expect(await screen.findByRole('heading', { level: 1, name: 'Find a member' })).toBeDefined()
    const sent = calls.find(({ line }) => line === signInLine)
    const body = { username: 'dana.support', password: 'Cottonwood&4821', code: '123456' }
    expect(sent?.init.body).toBe(JSON.stringify(body))
    expect(screen.getByText('Dana Reyes · Support')).toBeDefined()
  })

  test('sends nothing while a field is empty, and says which', async () => {
    const { user, calls } = await renderPortal({ path: '/staff/sign-in' })
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getAllByText('Please enter the 6-digit code from your authenticator app.')).not.toEqual([])
    expect(calls.filter(({ line }) => line === signInLine)).toEqual([])
  })

  test('clears password and code after a refusal', async () => {
    const { user } = await renderPortal({ path: '/staff/sign-in', answers: { [signInLine]: aProblem(400) } })
    await give(user)
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Code from your authenticator app').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('dana.support')
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

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Answers } from '../../../test-support/answers.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const passwordLine = 'POST /v3/forgot-password'
const usernameLine = 'POST /v3/forgot-username'
const neutral = 'If your details match our records, we have sent an email.'

async function open(path = '/forgot-password', answers: Answers = {}, language: 'en' | 'es' = 'en') {
  const changeable: Record<string, unknown> = {
    [passwordLine]: { message: neutral },
    [usernameLine]: { message: neutral },
    ...answers,
  }
  const { user, calls } = await renderPortal({ path, answers: changeable, language })
  return { user, answers: changeable, sent: (line: string) => calls.filter((call) => call.line === line).map(bodyOf) }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const button = (name: string) => screen.getByRole('button', { name })
const summaryLinks = () =>
  within(screen.getByRole('alert', { name: 'There is a problem' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test("/forgot-password, titled 'Forgot Password', shows the shared form with the password chosen [RT-20, FP-01]", async () => {
  await open()
  expect(document.title).toBe('Forgot Password')
  expect(radio('My password').checked).toBe(true)
})

test("/forgot-username, titled 'Forgot Username', shows the same form with the username chosen [RT-53, FP-01]", async () => {
  await open('/forgot-username')
  expect(document.title).toBe('Forgot Username')
  expect(radio('My username').checked).toBe(true)
})

test('/pages/forgot-password leads to /forgot-password [RT-11]', async () => {
  await open('/pages/forgot-password')
  expect(window.location.pathname).toBe('/forgot-password')
})

describe('a forgotten password', () => {
  test("is requested by username, and the page shows the server's answer [FP-02, FP-03]", async () => {
    const { user, sent } = await open()
    await user.type(field('Username'), ' tess.hartley ')
    await user.click(button('Send'))
    expect(await screen.findByText(neutral)).toBeDefined()
    expect(sent(passwordLine)).toEqual([{ username: 'tess.hartley' }])
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login')
  })

  test('is requested by account number and address [FP-02, FP-03]', async () => {
    const { user, sent } = await open()
    await user.click(button('I do not know my username'))
    expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull()
    await user.type(field('Account number'), '102000101')
    await user.click(field('Email'))
    await user.paste('Tess.Hartley@Example.org')
    await user.click(button('Send'))
    await screen.findByText(neutral)
    expect(sent(passwordLine)).toEqual([{ accountNumber: '102000101', email: 'tess.hartley@example.org' }])
  })

  test('without a username nothing is sent [FP-02]', async () => {
    const { user, sent } = await open()
    await user.click(button('Send'))
    expect(summaryLinks()).toEqual(['Please enter your username.'])
    await waitFor(() => expect(document.activeElement).toBe(field('Username')))
    expect(sent(passwordLine)).toEqual([])
  })
})

describe('a forgotten username', () => {
  test('is requested by account number and address [FP-02, FP-03]', async () => {
    const { user, sent } = await open('/forgot-username')
    await user.type(field('Account number'), '102000101')
    await user.type(field('Email'), 'tess.hartley@example.org')
    await user.click(button('Send'))
    await screen.findByText(neutral)
    expect(sent(usernameLine)).toEqual([{ accountNumber: '102000101', email: 'tess.hartley@example.org' }])
  })

  test('shows what is missing or wrong, and sends nothing [FP-02]', async () => {
    const { user, sent } = await open('/forgot-username')
    await user.type(field('Email'), 'tess@example')
    await user.click(button('Send'))
    expect(summaryLinks()).toEqual(['Please enter your account number.', 'Please enter a valid email address.'])
    expect(sent(usernameLine)).toEqual([])
  })
})

test('changing the mode keeps what was typed and clears the problems of hidden fields [FP-01]', async () => {
  const { user } = await open('/forgot-username')
  await user.type(field('Account number'), '102000101')
  await user.click(button('Send'))
  expect(summaryLinks()).toEqual(['Please enter a valid email address.'])
  await user.click(radio('My password'))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(radio('My username'))
  expect(field('Account number').value).toBe('102000101')
})

test('shows a failure in an alert and keeps the form unchanged', async () => {
  const { user, answers } = await open('/forgot-password', { [passwordLine]: aProblem(429, 'Please wait a while.') })
  await user.type(field('Username'), 'tess.hartley')
  await user.click(button('Send'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Please wait a while.')
  expect(document.activeElement).toBe(alert)
  expect(field('Username').value).toBe('tess.hartley')
  delete answers[passwordLine]
  await user.click(button('Send'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Check your internet connection'))
})

test('two quick presses send one request', async () => {
  const { user, sent } = await open('/forgot-password', { [passwordLine]: new Promise(() => undefined) })
  await user.type(field('Username'), 'tess.hartley')
  await user.dblClick(button('Send'))
  expect(sent(passwordLine)).toHaveLength(1)
})

test('other details can be tried after the answer', async () => {
  const { user } = await open()
  await user.type(field('Username'), 'tess.hartley{Enter}')
  await screen.findByText(neutral)
  await user.click(button('Try other details'))
  expect(field('Username')).toBeDefined()
})

test('everything is in Spanish', async () => {
  const { user } = await open('/forgot-username', {}, 'es')
  expect(screen.getByRole('heading', { level: 1, name: '¿Olvidó su nombre de usuario o contraseña?' })).toBeDefined()
  await user.click(button('Enviar'))
  expect(screen.getByRole('link', { name: 'Ingrese su número de cuenta.' })).toBeDefined()
})

test('Try other details shows the form again, with the keyboard in its first control', async () => {
  const { user } = await open()
  await user.type(field('Username'), 'tess.hartley')
  await user.click(button('Send'))
  await screen.findByText(neutral)
  await user.click(button('Try other details'))
  expect(document.activeElement).toBe(radio('My password'))
})

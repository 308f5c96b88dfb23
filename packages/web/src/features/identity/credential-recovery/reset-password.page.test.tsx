import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Answers, aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const validateLine = 'POST /v3/reset-password/validate'
const resetLine = 'POST /v3/reset-password'
const invalid = 'The reset link is invalid or has expired.'
const good = 'gX7#pLq2vR'

async function open(answers: Answers = {}, path = '/reset-password?otc=otc-1', language: 'en' | 'es' = 'en') {
  const changeable: Record<string, unknown> = {
    [validateLine]: { memberName: 'Tess Hartley' },
    [resetLine]: { code: 2011, message: 'The server says that it is done.' },
    ...answers,
  }
  const { user, calls, address, goBack } = await renderPortal({
    path,
    answers: changeable,
    language,
    visits: ['/home'],
  })
  const sent = (line: string) => calls.filter((call) => call.line === line).map(bodyOf)
  return { user, answers: changeable, sent, address, goBack }
}
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const confirm = () => screen.getByLabelText<HTMLInputElement>('Confirm password')
const submit = () => screen.getByRole('button', { name: 'Submit' })
const memberName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Member name' })
const summaryLinks = () =>
  within(screen.getByRole('alert', { name: 'There is a problem' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
const refusal = (code: string, message: string, field?: string) =>
  aProblem(400, message, [{ code, message, ...(field !== undefined && { field }) }])

describe('the link', () => {
  test("is validated with its code on a page titled 'Reset Password' [RT-21, FP-04, FP-05]", async () => {
    const { sent } = await open()
    await memberName()
    expect(document.title).toBe('Reset Password')
    expect(sent(validateLine)).toEqual([{ otc: 'otc-1' }])
  })

  test('the form is there only once the link is known to be valid [FP-10]', async () => {
    const answer = Promise.withResolvers<unknown>()
    await open({ [validateLine]: answer.promise })
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    answer.resolve({ memberName: 'Tess Hartley' })
    await memberName()
    expect(submit()).toBeDefined()
  })

  test("an invalid link shows the server's error and a link home, and no form [FP-11]", async () => {
    await open({ [validateLine]: refusal('link-not-valid', 'The server’s own sentence.') })
    expect((await screen.findByRole('alert')).textContent).toBe('The server’s own sentence.')
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/home')
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  })

  test('is invalid without a code, and the server is not asked [FP-05, FP-11]', async () => {
    const { sent } = await open({}, '/reset-password')
    expect((await screen.findByRole('alert')).textContent).toBe(invalid)
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeDefined()
    expect(sent(validateLine)).toEqual([])
  })

  test('the code of a reset link is removed from the address at once and stored nowhere', async () => {
    const { address } = await open()
    await memberName()
    expect(address()).toBe('/reset-password')
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage), window.history.state]
    expect(JSON.stringify(kept)).not.toContain('otc-1')
    expect(document.documentElement.outerHTML).not.toContain('otc-1')
  })

  test('the check can be retried when the network failed', async () => {
    const { user, answers, sent } = await open({ [validateLine]: aProblem(500) })
    await screen.findByRole('alert')
    const answer = Promise.withResolvers<unknown>()
    answers[validateLine] = answer.promise
    const again = screen.getByRole('button', { name: 'Try again' })
    await user.click(again)
    expect(document.activeElement).toBe(again)
    answer.resolve({ memberName: 'Tess Hartley' })
    await memberName()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(sent(validateLine)).toEqual([{ otc: 'otc-1' }, { otc: 'otc-1' }])
  })
})

describe('the form', () => {
  test('shows the member’s name, which cannot be changed [FP-06]', async () => {
    const { user } = await open()
    const name = await memberName()
    await user.type(name, 'x')
    expect(name.value).toBe('Tess Hartley')
  })

  test('asks for the new password twice and has a Submit button [FP-07, FP-08, FP-09]', async () => {
    await open()
    await memberName()
    expect(password().autocomplete).toBe('new-password')
    expect(confirm().autocomplete).toBe('new-password')
    expect(submit().getAttribute('type')).toBe('submit')
  })

  test('shows both errors and sends nothing when it is empty [FP-13, FP-19, FP-21]', async () => {
    const { user, sent } = await open()
    await memberName()
    await user.click(submit())
    expect(summaryLinks()).toEqual(['Please enter a password.', 'Please enter a confirm password.'])
    await waitFor(() => expect(document.activeElement).toBe(password()))
    expect(sent(resetLine)).toEqual([])
  })

  test('a password that does not meet the criteria is not sent [FP-13, FP-20]', async () => {
    const { user, sent } = await open()
    await memberName()
    for (const wrong of ['aB3!xyz', 'ABCDEF3!', 'abcdef3!', 'abcdeFg!', 'abcdeF12']) {
      await user.clear(password())
      await user.type(password(), wrong)
      await user.clear(confirm())
      await user.type(confirm(), wrong)
      await user.click(submit())
      expect(summaryLinks()).toEqual([
        'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).',
      ])
    }
    expect(sent(resetLine)).toEqual([])
  })

  test('a confirmation that differs is not sent [FP-13, FP-22]', async () => {
    const { user, sent } = await open()
    await memberName()
    await user.type(password(), good)
    await user.type(confirm(), `${good}x`)
    await user.click(submit())
    expect(summaryLinks()).toEqual(['Password and Confirm Password does not match.'])
    expect(sent(resetLine)).toEqual([])
  })

  test("the code 2011 replaces it with the server's message and a link to sign in [FP-12]", async () => {
    const { user, sent } = await open()
    await memberName()
    await user.type(password(), good)
    await user.type(confirm(), `${good}{Enter}`)
    expect(await screen.findByText('The server says that it is done.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    expect(sent(resetLine)).toEqual([{ membername: 'Tess Hartley', password: good, cnfpassword: good, otc: 'otc-1' }])
  })

  test('any other code is an error, and the form stays [FP-12]', async () => {
    const { user } = await open({ [resetLine]: { code: 2012, message: 'Not this time.' } })
    await memberName()
    await user.type(password(), good)
    await user.type(confirm(), `${good}{Enter}`)
    expect((await screen.findByRole('alert')).textContent).toBe('Not this time.')
    expect(password().value).toBe(good)
  })

  test("the server's refusal of the password shows at the field", async () => {
    const message = 'This password is too easy to guess.'
    const { user } = await open({ [resetLine]: refusal('password-common', message, 'password') })
    await memberName()
    await user.type(password(), good)
    await user.type(confirm(), `${good}{Enter}`)
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'))
    expect(summaryLinks()).toEqual([message])
    await waitFor(() => expect(document.activeElement).toBe(password()))
  })

  test('says above the form that the link was used in the meantime', async () => {
    const { user } = await open({ [resetLine]: refusal('link-not-valid', invalid) })
    await memberName()
    await user.type(password(), good)
    await user.type(confirm(), `${good}{Enter}`)
    expect((await screen.findByRole('alert')).textContent).toBe(invalid)
  })
})

test('everything is in Spanish', async () => {
  const { user } = await open({}, '/reset-password?otc=otc-1', 'es')
  expect(await screen.findByRole('textbox', { name: 'Nombre del miembro' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  expect(screen.getByRole('link', { name: 'Ingrese una contraseña.' })).toBeDefined()
})

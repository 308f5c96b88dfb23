import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ContactOptions, Verified } from '../features/identity/registration/registration-state.ts'
import type { Answers, SentCall } from './answers.ts'
import { renderPortal } from './render-portal.tsx'

export const optionsLine = 'POST /v3/registration/authentication-types'
export const sendLine = 'POST /v3/registration/verify-account'
export const verifyCodeLine = 'POST /v3/registration/verify-code'
export const registerLine = 'POST /v3/registration/members'
export const availabilityLine = (username: string) =>
  `GET /v3/registration/usernames/${encodeURIComponent(username)}/availability`

/** A cell phone and an address on file. */
export const someOptions = (changes: Partial<ContactOptions> = {}): ContactOptions => ({
  cellPhones: [{ id: 'phone-1', display: '(***) ***-**46' }],
  emails: [{ id: 'email-1', display: 't***@example.org' }],
  isSmsEnabled: true,
  memberNumber: null,
  allowUserProvidedContact: false,
  ...changes,
})

export const aVerified = (changes: Partial<Verified> = {}): Verified => ({
  email: 'tess.hartley@example.org',
  secretQuestions: [
    { id: 'first-pet', description: 'What was the name of your first pet?', visible: true },
    { id: 'old', description: 'A question that is no longer offered', visible: false },
    { id: 'first-car', description: 'What was the make of your first car?', visible: true },
  ],
  memberNumber: '10020',
  registrationToken: 'registration-1',
  ...changes,
})

interface RegistrationInTest {
  readonly user: UserEvent
  /** The network's answers; a test may change them between two calls. */
  readonly answers: Record<string, unknown>
  readonly sent: (line: string) => readonly SentCall[]
}

interface Options {
  readonly site?: SiteStart
  readonly language?: Language
  readonly path?: string
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const secret = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
export const heading = (name: string) => screen.findByRole('heading', { level: 2, name })

/** The description of a field for screen readers: hint and error. */
export const saidWith = (element: HTMLElement): readonly string[] =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')

/** The registration of account 102000101, at its first stage. */
export async function openRegistration(answers: Answers = {}, options: Options = {}): Promise<RegistrationInTest> {
  const changeable = {
    [optionsLine]: someOptions(),
    [sendLine]: { codeMinutes: 120 },
    [verifyCodeLine]: aVerified(),
    [availabilityLine('tess.hartley')]: { available: true },
    [registerLine]: { message: 'Registered.' },
    ...answers,
  }
  const { user, calls } = await renderPortal({ path: '/register', answers: changeable, ...options })
  return { user, answers: changeable, sent: (line) => calls.filter((call) => call.line === line) }
}

/** Opens registration at the choice of a contact, after the account was found. */
export async function openOptions(answers: Answers = {}, options: Options = {}): Promise<RegistrationInTest> {
  const page = await openRegistration(answers, options)
  await page.user.type(field('Account number'), '102000101')
  await page.user.click(button('Next'))
  await heading('Send Verification Code')
  return page
}

/** Opens registration at the code, after it was sent to the address on file. */
export async function openCode(answers: Answers = {}, options: Options = {}): Promise<RegistrationInTest> {
  const page = await openOptions(answers, options)
  await page.user.click(screen.getByRole('radio', { name: 'Email to t***@example.org' }))
  await page.user.click(button('Send'))
  await heading('Enter Verification Code')
  return page
}

/** Opens registration at the form, after the code was verified. */
export async function openForm(answers: Answers = {}, options: Options = {}): Promise<RegistrationInTest> {
  const page = await openCode(answers, options)
  await page.user.type(field('Verification code'), '123456')
  await page.user.click(button('Verify'))
  await heading('Complete Registration')
  return page
}

/** Fills in the fields that every registration requires. */
export async function fillForm(user: UserEvent, password = 'gX7#pLq2vR'): Promise<void> {
  await user.type(field('Username'), 'tess.hartley')
  await user.type(secret('Password'), password)
  await user.type(secret('Confirm password'), password)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Security question' }), 'first-pet')
  await user.type(field('Security answer'), 'Rex')
}

import { screen } from '@testing-library/react'
import type { Language } from '@coopline/rules/kernel/problem'
import type { UserEvent } from '@testing-library/user-event'
import type { Answers, SentCall } from './answers.ts'
import { aSite, type SiteChanges } from './a-site.ts'
import { aVerification, settingsLine, somePaymentSettings, verifyLine } from './quick-pay-answers.ts'
import { renderPortal } from './render-portal.tsx'

interface QuickPayInTest {
  readonly user: UserEvent
  /** The network's answers; a test may change them between two calls. */
  readonly answers: Record<string, unknown>
  readonly address: () => string
  readonly sent: (line: string) => readonly SentCall[]
}

export const accountNumber = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Account number' })
export const phoneDigits = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Last 4 digits of your phone number' })
export const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Payment amount' })
export const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

interface QuickPayOptions {
  readonly path?: string
  readonly language?: Language
  readonly settings?: SiteChanges['settings']
}

/** Quick Pay at step 1, in a cooperative that offers it. */
export async function openQuickPay(answers: Answers = {}, options: QuickPayOptions = {}): Promise<QuickPayInTest> {
  const changeable = { [verifyLine]: aVerification(), [settingsLine]: somePaymentSettings(), ...answers }
  const { settings = {}, ...rest } = options
  const { user, calls, address } = await renderPortal({
    path: '/quick-pay',
    site: aSite({ features: ['QuickPay'], settings }),
    answers: changeable,
    visits: ['/home'],
    ...rest,
  })
  return { user, answers: changeable, address, sent: (line) => calls.filter((call) => call.line === line) }
}

/** Opens Quick Pay after the account was found. */
export async function openVerifyStep(answers: Answers = {}, options: QuickPayOptions = {}): Promise<QuickPayInTest> {
  const page = await openQuickPay(answers, options)
  await page.user.type(accountNumber(), '000100200300')
  await page.user.type(phoneDigits(), '0142')
  await press(page.user, 'Continue')
  await screen.findByRole('heading', { name: 'Is this your account?' })
  return page
}

/** Opens Quick Pay at the pay step, after the settings were loaded. */
export async function openPayStep(answers: Answers = {}, options: QuickPayOptions = {}): Promise<QuickPayInTest> {
  const page = await openVerifyStep(answers, options)
  await press(page.user, 'Verify')
  await screen.findByRole('heading', { name: 'Pay' })
  return page
}

export const headersOf = (call: SentCall | undefined): Headers => new Headers(call?.init.headers)

/** The JSON that a call sent; `null` when it sent none. */
export function bodyOf(call: SentCall | undefined): unknown {
  const body = call?.init.body
  return typeof body === 'string' ? JSON.parse(body) : null
}

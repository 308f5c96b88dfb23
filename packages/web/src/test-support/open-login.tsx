import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { RouteTable } from '../portal/page/route-table.tsx'
import type { Answers, SentCall } from './answers.ts'
import { accountsLine, loginLine, theirAccounts } from './sign-in-answers.ts'
import type { aMember } from './render-portal.tsx'
import { renderPortal } from './render-portal.tsx'
import { theMember } from './their-account.ts'

interface LoginInTest {
  readonly user: UserEvent
  /** The network's answers; a test may change them between two calls. */
  readonly answers: Record<string, unknown>
  readonly address: () => string
  readonly sent: (line: string) => readonly SentCall[]
  readonly goBack: () => Promise<void>
}

interface LoginOptions {
  readonly path?: string
  readonly site?: SiteStart
  readonly language?: Language
  readonly session?: typeof aMember | string
  readonly table?: RouteTable
}

export const username = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' })
export const password = () => screen.getByLabelText<HTMLInputElement>('Password')
export const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' })
export const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
export const onOverview = () => screen.findByRole('heading', { level: 1, name: 'Account Overview' })

/** The login page, for a member with one account who owes no second step. */
export async function openLogin(answers: Answers = {}, options: LoginOptions = {}): Promise<LoginInTest> {
  const changeable = { [loginLine]: theMember.toLogin(), [accountsLine]: theirAccounts(), ...answers }
  const { user, calls, address, goBack } = await renderPortal({
    path: '/login',
    answers: changeable,
    visits: ['/login', '/register', '/accountoverview', '/aclarajump', '/payment-options', '/home'],
    ...options,
  })
  return { user, answers: changeable, address, goBack, sent: (line) => calls.filter((call) => call.line === line) }
}

/** Gives the username and password and presses Sign In. */
export async function giveCredentials(user: UserEvent): Promise<void> {
  await user.type(username(), 'ada.lindqvist')
  await user.type(password(), 'Blue-Lantern7')
  await press(user, 'Sign In')
}

/** Opens the login page at its second step. */
export async function openCodeStep(answers: Answers = {}, options: LoginOptions = {}): Promise<LoginInTest> {
  const page = await openLogin({ [loginLine]: theMember.toCodeWanted(), ...answers }, options)
  await giveCredentials(page.user)
  await screen.findByRole('textbox', { name: 'Verification code' })
  return page
}

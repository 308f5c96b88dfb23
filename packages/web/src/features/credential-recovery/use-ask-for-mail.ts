import { normalizeEmail } from '@coopline/rules/email-address/check-email'
import type { ForgotPasswordForm } from '@coopline/rules/credential-recovery/check-forgotten'
import { useOneCall } from './use-one-call.ts'
import { call } from '../../portal/call.ts'

export type Forgotten = 'password' | 'username'

export interface ForgottenForm extends ForgotPasswordForm {
  readonly forgotten: Forgotten
}

export interface AskForMail {
  readonly isBusy: boolean
  readonly error: unknown
  /** What the server answers: alike whether or not there is such a login. */
  readonly message: string | null
  readonly ask: (form: ForgottenForm) => void
  /** Shows the form again. */
  readonly askAgain: () => void
}

/** Asks for the mail that leads back in. */
export function useAskForMail(): AskForMail {
  const { isBusy, error, answer, begin, forget } = useOneCall<string>()
  return {
    isBusy,
    error,
    message: answer,
    ask: (form) => begin(async (signal) => (await send(form, signal)).message),
    askAgain: forget,
  }
}

function send({ forgotten, by, username, accountNumber, email }: ForgottenForm, signal: AbortSignal) {
  const account = { accountNumber, email: normalizeEmail(email) }
  if (forgotten === 'username') return call('POST /v3/forgot-username', { body: account, signal })
  const body = by === 'username' ? { username: username.trim() } : account
  return call('POST /v3/forgot-password', { body, signal })
}

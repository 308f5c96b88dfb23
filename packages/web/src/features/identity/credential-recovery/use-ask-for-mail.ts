import { normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import type { ForgotPasswordForm } from '@coopline/rules/identity/credential-recovery/check-forgotten'
import { useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'

export type Forgotten = 'password' | 'username'

export interface ForgottenForm extends ForgotPasswordForm {
  readonly forgotten: Forgotten
}

export interface AskForMail {
  readonly isBusy: boolean
  readonly error: unknown
  /** The server's message, which is the same whether or not such a login exists. */
  readonly message: string | null
  readonly ask: (form: ForgottenForm) => void
  /** The form is shown again, after a message. */
  readonly isAgain: boolean
  /** Shows the form again. */
  readonly askAgain: () => void
}

/** Asks for the mail that leads back in. */
export function useAskForMail(): AskForMail {
  const { isBusy, run } = useSingleFlight()
  const [error, setError] = useState<unknown>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [isAgain, setAgain] = useState(false)
  return {
    isBusy,
    error,
    message,
    ask: (form) =>
      run(async (signal) => {
        setError(null)
        setMessage((await send(form, signal)).message)
      }, setError),
    isAgain,
    askAgain: () => {
      setMessage(null)
      setAgain(true)
    },
  }
}

function send({ forgotten, by, username, accountNumber, email }: ForgottenForm, signal: AbortSignal) {
  const account = { accountNumber, email: normalizeEmail(email) }
  if (forgotten === 'username') return call('POST /v3/forgot-username', { body: account, signal })
  const body = by === 'username' ? { username: username.trim() } : account
  return call('POST /v3/forgot-password', { body, signal })
}

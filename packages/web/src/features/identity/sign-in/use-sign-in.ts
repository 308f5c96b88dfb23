import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import type { SignInForm } from '@coopline/rules/identity/sign-in/check-sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'
import { forgetPendingUser, keepPendingUser } from '../../../portal/session/stored-user.ts'
import { enterPortal } from './enter-portal.ts'
import { type SignInFailure, signInFailure } from './sign-in-failure.ts'

/** The password was right; with a code this ticket opens the session. */
interface SecondStep {
  readonly userName: string
  readonly encryptedMember: string
  readonly encryptedUserName: string
}

export interface SignIn {
  readonly secondStep: SecondStep | null
  readonly busyWith: 'form' | 'passkey' | null
  readonly failure: SignInFailure | null
  readonly submitPassword: (form: SignInForm) => void
  readonly submitCode: (code: string) => void
  /** Goes on with what a passkey answered, or says why there is no answer. */
  readonly takePasskey: (ask: (signal: AbortSignal) => Promise<LoginResponse>) => void
  readonly goBack: () => void
}

/** The two steps of signing in. Once the member is signed in, the stored user changes and the page redirects. */
export function useSignIn(startsWith: SignInFailure | null): SignIn {
  const { secondStep, finish, beginAgain } = useSecondStep()
  const [failure, setFailure] = useState(startsWith)
  const [task, setTask] = useState<'form' | 'passkey'>('form')
  const { isBusy, run, drop } = useSingleFlight()

  const begin = useCallback(
    (name: 'form' | 'passkey', work: (signal: AbortSignal) => Promise<void>) =>
      run(
        async (signal) => {
          setTask(name)
          setFailure(null)
          await work(signal)
        },
        (error) => setFailure(signInFailure(error)),
      ),
    [run],
  )
  const tell = useCallback(
    async (answered: Promise<LoginResponse>, userName: string, signal: AbortSignal) => {
      const answer = await answered
      signal.throwIfAborted()
      if (!(await finish(answer, userName))) setFailure({ kind: 'no-account' })
    },
    [finish],
  )

  // The second step has expired: the sign-in restarts with the password.
  if (failure?.kind === 'over' && secondStep !== null) beginAgain()

  return {
    secondStep,
    busyWith: isBusy ? task : null,
    failure,
    submitPassword: ({ username, password }) => {
      const userName = username.trim()
      const body = { username: userName, password }
      // A passkey on its way was given up for the password.
      if (task === 'passkey') drop()
      begin('form', (signal) => tell(call('POST /v3/login', { body, signal }), userName, signal))
    },
    submitCode: (token) => {
      if (secondStep === null) return
      const body = { ...secondStep, token }
      begin('form', (signal) => tell(call('POST /v3/login/mfa', { body, signal }), secondStep.userName, signal))
    },
    takePasskey: useCallback((ask) => begin('passkey', (signal) => tell(ask(signal), '', signal)), [begin, tell]),
    goBack: () => {
      drop()
      beginAgain()
      setFailure(null)
    },
  }
}

function useSecondStep() {
  const queries = useQueryClient()
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null)

  // Kept while it is open. One that was left, by closing the tab perhaps, cannot be gone on with.
  useEffect(() => {
    if (secondStep === null) forgetPendingUser()
    else keepPendingUser()
    return forgetPendingUser
  }, [secondStep])

  /** Opens the portal or the second step. Returns false when there is no account to continue with. */
  const finish = useCallback(
    async (answer: LoginResponse, userName: string): Promise<boolean> => {
      const { accessToken, memberMfaEnabled, mfaAuthenticateModel } = answer
      if (mfaAuthenticateModel !== null || (memberMfaEnabled && accessToken === null)) {
        setSecondStep({ userName, encryptedMember: '', encryptedUserName: '', ...mfaAuthenticateModel })
        return true
      }
      if (await enterPortal(answer, queries)) return true
      setSecondStep(null)
      return false
    },
    [queries],
  )
  return { secondStep, finish, beginAgain: useCallback(() => setSecondStep(null), []) }
}

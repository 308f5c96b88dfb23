import {
  type AuthenticationOptionForm,
  validatorResourceOf,
} from '@coopline/rules/registration/check-authentication-option'
import type { RegistrationForm } from '@coopline/rules/registration/check-registration'
import { useEffect, useReducer, useRef } from 'react'
import { call } from '../../portal/call.ts'
import {
  nextState,
  type RegistrationDraft,
  type RegistrationEvent,
  type RegistrationState,
  startState,
} from './registration-state.ts'
import { isVerificationOver, type Trouble, troubleOf } from './trouble.ts'

export interface Registration {
  readonly state: RegistrationState
  readonly lookUp: (accountNumber: string) => void
  /** @param shownAs the chosen contact as the member knows it. */
  readonly sendCode: (choice: AuthenticationOptionForm, shownAs: string) => void
  readonly verify: (code: string) => void
  /** From the code stage to the form, when its code was right before. */
  readonly goOn: () => void
  readonly register: (form: RegistrationForm) => void
  readonly stepBack: (draft?: RegistrationDraft) => void
  /** Says something that went wrong beside the stages' own calls. */
  readonly tell: (error: unknown) => void
}

/** What the buttons of registration do: its calls, and what comes of them. One at a time; going back drops the call. */
export function useRegistration(): Registration {
  const [state, dispatch] = useReducer(nextState, startState)
  const underWay = useRef<AbortController | null>(null)
  const { stage, accountNumber } = state

  const drop = () => {
    underWay.current?.abort()
    underWay.current = null
  }
  useEffect(() => () => underWay.current?.abort(), [])

  const run = (work: (signal: AbortSignal) => Promise<RegistrationEvent>, during?: Trouble['kind']) => {
    if (underWay.current !== null) return
    const controller = new AbortController()
    underWay.current = controller
    dispatch({ type: 'began' })
    void work(controller.signal)
      .catch((error: unknown): RegistrationEvent => ({ type: 'failed', trouble: troubleOf(error, during) }))
      .then((event) => {
        if (controller.signal.aborted) return
        underWay.current = null
        dispatch(event)
      })
  }

  return {
    state,
    lookUp: (number) => run((signal) => findOptions(number, signal)),
    sendCode: (choice, shownAs) =>
      run(async (signal) => {
        const validatorResource = validatorResourceOf(choice)
        const body = { accountNumber, validatorResource }
        const { codeMinutes } = await call('POST /v3/registration/verify-account', { body, signal })
        return { type: 'code-sent', choice, sent: { validatorResource, shownAs, codeMinutes } }
      }),
    verify: (verificationCode) => {
      if (stage.at !== 'code') return
      const body = { accountNumber, verificationCode, validatorResource: stage.sent.validatorResource }
      run(async (signal) => {
        const verified = await call('POST /v3/registration/verify-code', { body, signal })
        return { type: 'verified', verified }
      }, 'code-refused')
    },
    goOn: () => dispatch({ type: 'went-on' }),
    register: (form) => {
      if (stage.at !== 'form') return
      const { memberNumber, registrationToken: bearer } = stage.verified
      const { cnfemail: _, cnfpassword: __, ...rest } = form
      const body = { ...rest, accountNumber, memberNumber }
      run(async (signal) => {
        try {
          await call('POST /v3/registration/members', { body, bearer, signal })
          return { type: 'registered', email: form.email }
        } catch (error) {
          if (!isVerificationOver(error)) throw error
          return { type: 'verification-over', draft: draftOf(form), trouble: { kind: 'verification-over', error } }
        }
      })
    },
    stepBack: (draft) => {
      drop()
      dispatch({ type: 'stepped-back', draft: draft ?? null })
    },
    tell: (error) => dispatch({ type: 'failed', trouble: troubleOf(error) }),
  }
}

async function findOptions(accountNumber: string, signal: AbortSignal): Promise<RegistrationEvent> {
  const options = await call('POST /v3/registration/authentication-types', { body: { accountNumber }, signal })
  return { type: 'found', accountNumber, options }
}

/** A form without its passwords: those are typed anew. */
export function draftOf({ password: _, cnfpassword: __, ...draft }: RegistrationForm): RegistrationDraft {
  return draft
}

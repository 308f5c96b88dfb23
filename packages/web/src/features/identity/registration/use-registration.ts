import type { AuthenticationOptionForm } from '@coopline/rules/identity/registration/check-authentication-option'
import { useReducer } from 'react'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'
import {
  nextState,
  type RegistrationDraft,
  type RegistrationEvent,
  type RegistrationState,
  startState,
  type TypedRegistration,
} from './registration-state.ts'
import { lookUp, register, sendCode, verify } from './registration.calls.ts'
import { type Failure, registrationFailure } from './failure.ts'

export interface Registration {
  readonly state: RegistrationState
  readonly lookUp: (accountNumber: string) => void
  /** @param displayedAs the chosen contact as the member knows it. */
  readonly sendCode: (choice: AuthenticationOptionForm, displayedAs: string) => void
  readonly verify: (code: string) => void
  /** From the code stage to the form, when its code was right before. */
  readonly goOn: () => void
  readonly register: (form: TypedRegistration) => void
  readonly stepBack: (draft?: RegistrationDraft) => void
  /** Says something that went wrong beside the stages' own calls. */
  readonly tell: (error: unknown) => void
}

/** Holds the state of a registration and its actions. */
export function useRegistration(): Registration {
  const [state, dispatch] = useReducer(nextState, startState)
  const flight = useSingleFlight()
  const { stage, accountNumber } = state
  /** @param onRefusal what a refusal means at this stage. */
  const run = (call: (signal: AbortSignal) => Promise<RegistrationEvent>, onRefusal?: Failure['kind']) =>
    flight.run(
      async (signal) => {
        dispatch({ type: 'began' })
        const event = await call(signal)
        signal.throwIfAborted()
        dispatch(event)
      },
      (error) => dispatch({ type: 'failed', failure: registrationFailure(error, onRefusal) }),
    )
  return {
    state,
    lookUp: (number) => run((signal) => lookUp(number, signal)),
    sendCode: (choice, displayedAs) => run((signal) => sendCode(accountNumber, choice, displayedAs, signal)),
    verify: (code) => {
      if (stage.at === 'code') run((signal) => verify(accountNumber, stage.sent, code, signal), 'code-refused')
    },
    goOn: () => dispatch({ type: 'went-on' }),
    register: (form) => {
      if (stage.at === 'form') run((signal) => register(accountNumber, stage.verified, form, signal))
    },
    stepBack: (draft) => {
      flight.drop()
      dispatch({ type: 'stepped-back', draft: draft ?? null })
    },
    tell: (error) => dispatch({ type: 'told', failure: { kind: 'check-failed', error } }),
  }
}

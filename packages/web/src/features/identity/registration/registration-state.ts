import type { Calls } from '@coopline/contract/calls'
import type { AuthenticationOptionForm } from '@coopline/rules/identity/registration/check-authentication-option'
import type { RegistrationForm } from '@coopline/rules/identity/registration/check-registration'
import type { Failure } from './failure.ts'

export type ContactOptions = Calls['POST /v3/registration/authentication-types']['answer']
export type Verified = Calls['POST /v3/registration/verify-code']['answer']

/** A code that is on its way. */
export interface SentCode {
  /** The chosen contact as the server knows it. */
  readonly validatorResource: string
  /** The chosen contact as the member knows it. */
  readonly displayedAs: string
  /** The contact is not on file, so the amount of a bill had to be right. */
  readonly isOwn: boolean
  readonly codeMinutes: number
}

/** The form with the code that was sent to the address, where the server asked for one. */
export interface TypedRegistration extends RegistrationForm {
  readonly emailCode: string
}

/** The typed values of the form without the passwords, kept while the member is on another stage. */
export type RegistrationDraft = Omit<RegistrationForm, 'password' | 'cnfpassword'>

interface OptionStage {
  readonly options: ContactOptions
}
interface CodeStage extends OptionStage {
  readonly sent: SentCode
}

export type Stage =
  | { readonly at: 'account' }
  | ({ readonly at: 'option' } & OptionStage)
  /** With `verified`, the member returned to it: its code is used, and the next step is open. */
  | ({ readonly at: 'code'; readonly verified: Verified | null } & CodeStage)
  | ({ readonly at: 'form'; readonly verified: Verified } & CodeStage)
  | { readonly at: 'done'; readonly email: string }

export interface RegistrationState {
  readonly stage: Stage
  readonly accountNumber: string
  readonly choice: AuthenticationOptionForm
  readonly draft: RegistrationDraft | null
  readonly failure: Failure | null
  readonly busy: boolean
  /** Grows whenever a stage begins. */
  readonly turn: number
}

export type RegistrationEvent =
  | { readonly type: 'began' }
  | { readonly type: 'failed'; readonly failure: Failure }
  /** Something beside the stages' own calls went wrong. */
  | { readonly type: 'told'; readonly failure: Failure }
  | { readonly type: 'found'; readonly accountNumber: string; readonly options: ContactOptions }
  | { readonly type: 'code-sent'; readonly choice: AuthenticationOptionForm; readonly sent: SentCode }
  | { readonly type: 'verified'; readonly verified: Verified }
  | { readonly type: 'verification-over'; readonly draft: RegistrationDraft; readonly failure: Failure }
  | { readonly type: 'registered'; readonly email: string }
  | { readonly type: 'went-on' }
  | { readonly type: 'stepped-back'; readonly draft: RegistrationDraft | null }

const noChoice: AuthenticationOptionForm = { selectedAuthenticateOption: '', email: '', phone: '', billAmount: '' }

export const startState: RegistrationState = {
  stage: { at: 'account' },
  accountNumber: '',
  choice: noChoice,
  draft: null,
  failure: null,
  busy: false,
  turn: 0,
}

/** The five states of registration in their order, and the way back from each (RG-04, REQ-D-081). */
export function nextState(state: RegistrationState, event: RegistrationEvent): RegistrationState {
  const { stage } = state
  const enter = (next: Stage, more: Partial<RegistrationState> = {}): RegistrationState => ({
    ...state,
    failure: null,
    ...more,
    stage: next,
    busy: false,
    turn: state.turn + 1,
  })
  switch (event.type) {
    case 'began':
      return { ...state, failure: null, busy: true }
    case 'failed':
      return { ...state, failure: event.failure, busy: false }
    case 'told':
      return { ...state, failure: event.failure }
    case 'found': {
      const { accountNumber, options } = event
      const isOther = accountNumber !== state.accountNumber
      return enter({ at: 'option', options }, isOther ? { accountNumber, choice: noChoice, draft: null } : {})
    }
    case 'code-sent':
      if (stage.at !== 'option') return state
      return enter({ ...stage, at: 'code', sent: event.sent, verified: null }, { choice: event.choice })
    case 'verified':
      return stage.at === 'code' ? enter({ ...stage, at: 'form', verified: event.verified }) : state
    case 'went-on':
      if (stage.at !== 'code' || stage.verified === null) return state
      return enter({ ...stage, at: 'form', verified: stage.verified })
    case 'verification-over':
      if (stage.at !== 'form') return state
      return enter({ at: 'option', options: stage.options }, { draft: event.draft, failure: event.failure })
    case 'registered':
      return enter({ at: 'done', email: event.email }, { draft: null })
    case 'stepped-back':
      break
  }
  return stepBack(stage, enter, event.draft)
}

function stepBack(
  stage: Stage,
  enter: (next: Stage, more?: Partial<RegistrationState>) => RegistrationState,
  draft: RegistrationDraft | null,
): RegistrationState {
  switch (stage.at) {
    case 'form':
      return enter({ ...stage, at: 'code' }, { draft })
    case 'code':
      return enter({ at: 'option', options: stage.options })
    case 'account':
    case 'option':
    case 'done':
      break
  }
  return enter({ at: 'account' })
}

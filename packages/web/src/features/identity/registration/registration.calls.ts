import {
  type AuthenticationOptionForm,
  billAmountOf,
  isOwnContact,
  validatorResourceOf,
} from '@coopline/rules/identity/registration/check-authentication-option'
import { call } from '../../../portal/call/call.ts'
import type {
  RegistrationDraft,
  RegistrationEvent,
  SentCode,
  TypedRegistration,
  Verified,
} from './registration-state.ts'
import { fieldRefusals } from '../../../portal/call/field-refusals.ts'
import { fieldByCode, formFields, isVerificationOver } from './failure.ts'

/** Each function makes one call of registration and returns its event. They throw what `call` throws. */

export async function lookUp(accountNumber: string, signal: AbortSignal): Promise<RegistrationEvent> {
  const options = await call('POST /v3/registration/authentication-types', { body: { accountNumber }, signal })
  return { type: 'found', accountNumber, options }
}

export async function sendCode(
  accountNumber: string,
  choice: AuthenticationOptionForm,
  displayedAs: string,
  signal: AbortSignal,
): Promise<RegistrationEvent> {
  const validatorResource = validatorResourceOf(choice)
  const billAmount = isOwnContact(choice) ? billAmountOf(choice) : null
  const body = { accountNumber, validatorResource, ...(billAmount !== null && { billAmount }) }
  const { codeMinutes } = await call('POST /v3/registration/verify-account', { body, signal })
  return {
    type: 'code-sent',
    choice,
    sent: { validatorResource, displayedAs, codeMinutes, isOwn: billAmount !== null },
  }
}

export async function verify(
  accountNumber: string,
  { validatorResource }: SentCode,
  verificationCode: string,
  signal: AbortSignal,
): Promise<RegistrationEvent> {
  const body = { accountNumber, verificationCode, validatorResource }
  return { type: 'verified', verified: await call('POST /v3/registration/verify-code', { body, signal }) }
}

export async function register(
  accountNumber: string,
  { memberNumber, registrationToken: bearer }: Verified,
  form: TypedRegistration,
  signal: AbortSignal,
): Promise<RegistrationEvent> {
  // The confirmations stay here.
  const { cnfemail: _email, cnfpassword: _password, emailCode, ...rest } = form
  const body = { ...rest, ...(emailCode !== '' && { emailCode }), accountNumber, memberNumber }
  try {
    await call('POST /v3/registration/members', { body, bearer, signal })
    return { type: 'registered', email: form.email }
  } catch (error) {
    if (isVerificationOver(error)) {
      return { type: 'verification-over', draft: draftOf(form), failure: { kind: 'verification-over', error } }
    }
    if (fieldRefusals(error, formFields, fieldByCode).length === 0) throw error
    return { type: 'failed', failure: { kind: 'fields-refused', error } }
  }
}

/** A form without its passwords, which must be typed again. */
export function draftOf(form: TypedRegistration): RegistrationDraft {
  const { password: _password, cnfpassword: _confirm, emailCode: _code, ...draft } = form
  return draft
}

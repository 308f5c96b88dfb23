import type { BodyOf } from '@coopline/contract/endpoint'
import type { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import { recoveryMessage } from '@coopline/rules/identity/credential-recovery/credential-recovery.messages'
import { checkNewPassword } from '@coopline/rules/identity/password/check-password'
import { passwordMessage } from '@coopline/rules/identity/password/password.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import type { PasswordReset } from './password-reset.ts'

/** The response code that means success to the page (DE-43). */
const passwordWasReset = 2011

const linkNotValid = (): Refused => new Refused(refusal(recoveryMessage, 'link-not-valid'))

/** Returns the name of the owner of a link. @throws Refused, always the same, when it is unknown, used, replaced or expired. */
export async function validateLink(
  deps: Deps,
  passwordReset: PasswordReset,
  otc: string,
): Promise<{ readonly memberName: string }> {
  const owner = await passwordReset.validate(deps, otc)
  if (owner === null) throw linkNotValid()
  return { memberName: owner.memberName }
}

/**
 * Sets a new password by a reset link. Only the link identifies the login; the name in the form is ignored.
 *
 * @throws Refused when the link is invalid, and with every problem of the password, after which the link stays valid.
 */
export async function resetPassword(
  deps: Deps,
  passwordReset: PasswordReset,
  facts: RequestFacts,
  body: BodyOf<typeof credentialRecovery.reset>,
): Promise<{ readonly code: number; readonly message: string }> {
  if ((await passwordReset.validate(deps, body.otc)) === null) throw linkNotValid()
  const problems = checkNewPassword(body)
  if (problems.length > 0) {
    throw new Refused(...problems.map((problem) => refusal(passwordMessage, problem)))
  }
  const { otc, password } = body
  if (!(await passwordReset.reset(deps, facts, { otc, password }))) throw linkNotValid()
  return { code: passwordWasReset, message: recoveryMessage('password-changed', facts.language) }
}

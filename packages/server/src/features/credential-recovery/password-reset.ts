import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'

/** What the reset form sends, as far as it decides anything. */
export interface NewPasswordRequest {
  /** The one-time code of the link. */
  readonly otc: string
  readonly password: string
}

/**
 * Behind the page /reset-password: who a link is for, and the new password. The portal keeps logins itself
 * (`portal-password-reset.ts`); a cooperative whose customer system keeps them puts that system here, and the page stays
 * as it is (AC-15, REQ-D-131).
 */
export interface PasswordReset {
  /** The name of the member whose link it is; `null` when the link is not good. */
  readonly validate: (deps: Deps, otc: string) => Promise<{ readonly memberName: string } | null>
  /**
   * Sets the password, once.
   *
   * @returns false when the link is not good.
   * @throws RuleRefused when the password is refused; the link stays good.
   */
  readonly reset: (deps: Deps, facts: RequestFacts, request: NewPasswordRequest) => Promise<boolean>
}

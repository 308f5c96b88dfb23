import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'

/** What the reset form sends, as far as it decides anything. */
interface NewPasswordRequest {
  /** The one-time code of the link. */
  readonly otc: string
  readonly password: string
}

/**
 * What the page /reset-password needs: the owner of a link, and setting the new password. By default the portal stores the
 * logins (`portal-password-reset.ts`). A cooperative whose customer system stores them connects that system here; the page
 * does not change (AC-15, REQ-D-131).
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

import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'

/** The fields of the reset form that the server uses. */
interface NewPasswordRequest {
  /** The one-time code of the link. */
  readonly otc: string
  readonly password: string
}

/**
 * The service behind the page /reset-password: it finds the owner of a link and sets the new password. By default the portal stores the
 * logins (`portal-password-reset.ts`). A cooperative whose customer system stores them connects that system here; the page
 * does not change (AC-15, REQ-D-131).
 */
export interface PasswordReset {
  /** Finds the name of the member who owns the link; `null` when the link is not valid. */
  readonly validate: (deps: Deps, otc: string) => Promise<{ readonly memberName: string } | null>
  /**
   * Sets the password, once.
   *
   * @returns false when the link is not valid.
   * @throws Refused when the password is refused. The link stays valid.
   */
  readonly reset: (deps: Deps, facts: RequestFacts, request: NewPasswordRequest) => Promise<boolean>
}

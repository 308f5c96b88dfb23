import { StepUpRequired } from '../../../platform/errors.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'

/**
 * Refuses what was proven before the password was set: a new password ended all access while the call waited.
 *
 * @throws StepUpRequired also when the login is gone.
 */
export function requireProofAfter({ provenAt }: Pick<MemberCaller, 'provenAt'>, passwordSetAt: Date | undefined): void {
  if (passwordSetAt === undefined || passwordSetAt > provenAt) throw new StepUpRequired()
}

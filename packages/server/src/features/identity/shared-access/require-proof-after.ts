import { StepUpRequired } from '../../../platform/errors.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'

/**
 * Requires a proof of identity after the last change of the password, because a new password ended all access while the call waited.
 *
 * @throws StepUpRequired when the proof is older, or the login was deleted.
 */
export function requireProofAfter({ provenAt }: Pick<MemberCaller, 'provenAt'>, passwordSetAt: Date | undefined): void {
  if (passwordSetAt === undefined || passwordSetAt > provenAt) throw new StepUpRequired()
}

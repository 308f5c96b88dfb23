import type { Deps } from '../deps.ts'
import { StepUpRequired } from '../errors.ts'
import type { MemberCaller } from './call.ts'

/**
 * Lets through what a stolen session must not do only soon after the member has proven who they are. Endpoints with `proof: 'always'` are
 * checked before their handlers run; handlers of those with `sometimes` call this.
 *
 * @throws StepUpRequired when that was too long ago.
 */
export function requireFreshProof(deps: Pick<Deps, 'clock' | 'settings'>, caller: MemberCaller): void {
  const age = deps.clock.now().getTime() - caller.provenAt.getTime()
  if (age > deps.settings.current().stepUpMinutes * 60_000) throw new StepUpRequired()
}

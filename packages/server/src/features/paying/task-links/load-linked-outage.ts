import type { AnswerOf } from '@coopline/contract/endpoint'
import type { taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import { lastFour } from '@coopline/rules/kernel/digits'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { loadOutageStatus } from '../../service/outage/public.ts'
import { openTaskLink } from './load-task-link.ts'

/** Loads the outage that a link shows, without the member's own report and address. @throws as `openTaskLink`. */
export async function loadLinkedOutage(
  deps: Deps,
  request: RequestFacts,
  token: string,
): Promise<AnswerOf<(typeof taskLinks)['outage']>> {
  const { memberNumber, accountNumber } = await openTaskLink(deps, request, 'see-outage', token)
  const { reportedAt: _own, ...status } = await loadOutageStatus(deps, memberNumber, accountNumber)
  return { ...status, accountEnding: lastFour(accountNumber), timeZone: deps.settings.current().timeZone }
}

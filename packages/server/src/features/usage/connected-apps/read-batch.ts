import type { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { FileAnswer, ParamsOf, QueryOf } from '@coopline/contract/endpoint'
import type { Deps } from '../../../platform/deps.ts'
import type { DataCaller } from './check-data-token.ts'
import { writeGreenButton } from '../green-button/public.ts'
import { daysBetweenTimes, listFeedMeters, loadSubscription, recordedFile } from './load-subscription.ts'

/**
 * Reads the usage of a connection as a Green Button feed: days with at least one instant between `published-min` and
 * `published-max`, which default to the whole allowed history. Costs are part of it where the scope includes them.
 *
 * @throws NotFound for the subscription of another connection; BadInput when the times are out of order.
 */
export async function readBatch(
  deps: Deps,
  caller: DataCaller,
  { subscriptionId }: ParamsOf<typeof connectedApps.batch>,
  query: QueryOf<typeof connectedApps.batch>,
): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, subscriptionId)
  const meters = await listFeedMeters(deps, subscription, daysBetweenTimes(subscription, query))
  const { base, subscription: id } = subscription.facts
  const facts = { ...subscription.facts, self: `${base}/Batch/Subscription/${id}` }
  return recordedFile(deps, subscription, writeGreenButton(facts, meters))
}

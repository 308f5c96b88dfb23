import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { checkForForgery } from '../../../../platform/http/check-for-forgery.ts'
import {
  type PaymentGateway,
  type ProviderNews,
  UnreadablePostback,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { alarmWrongMode, putAsideUnreadable } from '../alarms/alarms.ts'
import { applyProviderEvent } from '../provider-events/provider-events.ts'
import { applyMethodEvent } from '../stored-methods/stored-methods.ts'
import { insertNotices, type Notice } from './provider-notices.store.ts'
import { readNoticesJob } from './read-notices.job.ts'

/**
 * Takes a postback of a provider. Complete news is applied before the answer. News that only give a reason to look are stored, and a job
 * looks (decision 0293). It acknowledges every genuine call, because a repeat would change nothing.
 *
 * @param provider its name in the address.
 * @throws NotFound as `findProvider` does; what `checkForForgery` throws; UnreadablePostback, after an alarm that stores the body: the
 *   provider sends it again, and a later version of the portal may be able to read it.
 */
export async function takePostback(
  deps: Deps,
  provider: string,
  facts: RequestFacts,
): Promise<{ readonly taken: true }> {
  const gateway = findProvider(deps, provider)
  const all = await verified(deps, gateway, facts)
  deps.failPoints.reach('postback.after-verify')
  for (const news of all) {
    if (news.kind === 'method') await applyMethodEvent(deps, news.event, 'postback', gateway.name)
    else if (news.kind === 'payment') await applyProviderEvent(deps, news.event, 'postback', gateway.name)
    else if (news.kind === 'wrong-mode') await alarmWrongMode(deps, gateway.name, news)
  }
  const notices = all.filter((news) => news.kind === 'look-up')
  if (notices.length > 0) await storeNotices(deps, gateway, notices)
  return { taken: true }
}

/** Finds a provider by the name in an address. @throws NotFound without one. */
export function findProvider({ gateways }: Pick<Deps, 'gateways'>, name: unknown): PaymentGateway {
  const gateway = gateways.find(String(name))
  if (gateway === undefined) throw new NotFound('No provider has this name')
  return gateway
}

/** Stores notices, and queues a look unless one is on its way. A process that dies in between leaves them to the schedule of the job. */
async function storeNotices(deps: Deps, { name }: PaymentGateway, notices: readonly Notice[]): Promise<void> {
  const { isNew, isAwaited } = await insertNotices(deps.db, name, notices, deps.clock.now())
  deps.failPoints.reach('postback.after-store')
  if (isNew && !isAwaited) await inTransaction(deps.db, async (tx) => deps.jobs.enqueue(tx, readNoticesJob, {}))
}

async function verified(deps: Deps, gateway: PaymentGateway, facts: RequestFacts): Promise<readonly ProviderNews[]> {
  try {
    return await checkForForgery(deps, facts, 'payment.postback-refused', async () =>
      gateway.readEvents(facts.headers(), facts.rawBody),
    )
  } catch (error) {
    if (error instanceof UnreadablePostback) await putAsideUnreadable(deps, error.payment, 'postback')
    throw error
  }
}

import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import pLimit from 'p-limit'
import type { Deps } from '../../../../platform/deps.ts'
import { Unavailable } from '../../../../platform/errors.ts'
import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import type { PaymentGateway } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { todayOf } from '../../../../platform/today.ts'
import { openToken } from './method-token.ts'
import { type CardToken, listCardsOfMonth, renewStoredMethod } from './stored-methods.store.ts'

/** Before the notices about cards that expire. */
export const renewCardsJob = scheduledJob('payments.renew-cards', '20 15 * * *', renewCards)

/** Cards that are read at once. */
const windowSize = 500
/** Cards that a provider is asked about at the same time. */
const atOnce = 4

/**
 * Takes over what networks renewed of stored cards: the new date, and the new last digits. Asks about the cards whose members would hear
 * that they expire, and those that expired last month, because some are renewed late (decision 0297).
 */
async function renewCards(deps: Deps): Promise<void> {
  const today = todayOf(deps)
  const lastMonth = addDays(calendarDate(`${today.slice(0, 7)}-01`), -1)
  const months = new Set([lastMonth, today, addDays(today, 30)].map((day) => day.slice(0, 7)))
  for (const gateway of deps.gateways.all) {
    try {
      for (const month of months) await renewOfMonth(deps, gateway, month)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      deps.log.warn({ reason: error.message }, 'Renewed cards wait for the provider')
    }
  }
}

async function renewOfMonth(deps: Deps, { name, fetchCard }: PaymentGateway, month: string): Promise<void> {
  if (fetchCard === undefined) return
  const turn = pLimit(atOnce)
  const renew = async ({ methodId, token, cardType, lastFour }: CardToken): Promise<void> => {
    const now = await fetchCard(openToken(deps.keys, token, methodId))
    if (now === null || (now.expiry === month && now.lastFour === lastFour && now.cardType === cardType)) return
    await renewStoredMethod(deps.db, methodId, { paymentType: 'cc', ...now })
    deps.log.info({ methodId }, 'A stored card was renewed')
  }
  let after: string | undefined = ''
  while (after !== undefined) {
    const cards: readonly CardToken[] = await listCardsOfMonth(deps.db, {
      month,
      after,
      limit: windowSize,
    })
    const own = cards.filter(({ provider }) => provider === name)
    const done = await Promise.allSettled(own.map(async (card) => turn(async () => renew(card))))
    const failed = done.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    after = cards.length < windowSize ? undefined : cards.at(-1)?.methodId
  }
}

import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { insights } from '@coopline/contract/usage/insights/insights.contract'
import { checkUsageAlerts, usageAlertMessage } from '@coopline/rules/usage/insights/usage-alerts'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { type Account, findAccount } from '../../accounts/accounts/public.ts'
import { listMeters } from '../usage/public.ts'
import { isEnergy, isWater } from './account-readings.ts'
import { findUsageAlerts, type SavedAlerts, saveUsageAlerts } from './usage-alerts.store.ts'

type Answer = AnswerOf<typeof insights.alerts>

const none: SavedAlerts = {
  dailyKwh: null,
  projectedBillCents: null,
  continuousWater: false,
  baseLoadDoubled: false,
  snoozedUntil: null,
}

/** Loads the alert settings of an account and the alerts its meters support. @throws NotOwned. */
export async function loadUsageAlerts(
  { db }: Pick<Deps, 'db'>,
  { caller: { memberNumber } }: MemberRequest,
  accountNumber: string,
): Promise<Answer> {
  const account = requireOwnAccount(await findAccount(db, memberNumber, accountNumber), accountNumber)
  const alerts = (await findUsageAlerts(db, { memberNumber, accountNumber })) ?? none
  return { alerts, offers: await loadOffers(db, account) }
}

async function loadOffers(
  executor: Executor,
  { accountNumber, accountType }: Pick<Account, 'accountNumber' | 'accountType'>,
): Promise<Answer['offers']> {
  const meters = await listMeters(executor, accountNumber)
  const hasIntervals = meters.filter(({ intervalMinutes }) => intervalMinutes !== null)
  return {
    energy: meters.some(isEnergy),
    baseLoad: hasIntervals.some(isEnergy),
    water: hasIntervals.some((meter) => isWater(meter, accountType)),
  }
}

/** Saves the alert settings of an account and writes an audit entry. @throws NotOwned; Refused with every invalid limit. */
export async function changeUsageAlerts(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber }, request }: MemberRequest,
  accountNumber: string,
  alerts: BodyOf<typeof insights.saveAlerts>,
): Promise<Answer> {
  const account = requireOwnAccount(await findAccount(db, memberNumber, accountNumber), accountNumber)
  const now = clock.now()
  const problems = checkUsageAlerts(alerts, calendarDateIn(settings.current().timeZone, now))
  if (problems.length > 0)
    throw new Refused(...problems.map(({ code, field }) => refusal(usageAlertMessage, code, field)))
  await inTransaction(db, async (tx) => {
    await saveUsageAlerts(tx, { memberNumber, accountNumber, now }, alerts)
    await recordAudit(tx, {
      kind: 'insights.alerts-changed',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { isSnoozed: alerts.snoozedUntil !== null },
    })
  })
  return { alerts, offers: await loadOffers(db, account) }
}

import { paths } from '@coopline/contract/paths'
import { lastFour } from '@coopline/rules/kernel/digits'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { notifyAccount } from '../../../platform/notices/notify-account.ts'
import type { DueItem } from '../../../platform/runs/run-source.ts'
import { findLanguage, mailOnFile } from '../../accounts/accounts/public.ts'
import { findPaymentsUnderWay, raiseAlarm } from '../payments/public.ts'
import { type HeldDraftKind, heldDraftText } from './held-draft.messages.ts'

/** Notifies the member, once, that a draft waits for another payment of the account. */
export const notifyWaiting = async (deps: Deps, tx: Tx, due: DueItem): Promise<void> => send(deps, tx, due, 'waiting')

/**
 * Notifies the member, and raises an alarm for staff, about a draft that was not collected because it waited too long. Both once. While
 * another payment of the account is open, the member may have paid, and is asked to call rather than to pay. The audit names the account,
 * because the alarm names a payment only.
 */
export async function reportMissed(deps: Deps, tx: Tx, due: DueItem): Promise<void> {
  const { accountNumber, memberNumber, dueDate } = due
  const underWay = (await findPaymentsUnderWay(tx, [accountNumber])).get(accountNumber)
  await send(deps, tx, due, underWay === undefined ? 'missed' : 'missed-while-open')
  const now = deps.clock.now()
  await raiseAlarm(tx, deps.log, {
    kind: 'draft-missed',
    transNo: underWay?.oldest ?? null,
    detail: { dueDate },
    dedupeKey: `draft-missed:${nameOf(due)}`,
    now,
  })
  await recordAudit(tx, { kind: 'runs.draft-missed', at: now, memberNumber, accountNumber, detail: { dueDate } })
}

const nameOf = ({ kind, enrollmentId, dueDate }: DueItem): string => `${kind}:${enrollmentId}:${dueDate}`

async function send(deps: Deps, tx: Tx, due: DueItem, kind: HeldDraftKind): Promise<void> {
  const { accountNumber, memberNumber, dueDate } = due
  const dedupeKey = `draft-${kind}:${nameOf(due)}`
  const facts = {
    accountEnding: lastFour(accountNumber),
    dueDate,
    coopName: deps.settings.current().coopName,
    address: deps.env.PUBLIC_ORIGIN + paths.payMultiple(),
  }
  const compose = (language: Language) => heldDraftText(kind, facts, language)
  const topic = kind === 'waiting' ? 'draft-changed' : 'payment-failed'
  if (await notifyAccount(deps, tx, due, { topic, dedupeKey, compose })) return
  const language = await findLanguage(tx, memberNumber)
  const { subject, bodyText } = compose(language)
  await mailOnFile(tx, memberNumber, { dedupeKey, subject, bodyText, language, now: deps.clock.now() })
}

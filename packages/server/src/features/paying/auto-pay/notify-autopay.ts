import { paths } from '@coopline/contract/paths'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { lastFour } from '@coopline/rules/kernel/digits'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type AccountOfMember, notifyAccount, type NoticeText } from '../../../platform/notices/notify-account.ts'
import { mailOnFile } from '../../accounts/accounts/public.ts'
import type { StoredMethod } from '../payments/public.ts'
import { autopayNoticeText, type AutopayNotice, type NotChargedReason } from './autopay-notice.messages.ts'

type NotifyDeps = Pick<Deps, 'env' | 'random' | 'clock' | 'settings'>

interface ChangedNotice {
  readonly kind: 'enrolled' | 'changed' | 'paused' | 'canceled'
  readonly eventId: number
  readonly method: StoredMethod | null
  readonly language: Language
}

/** Notifies a member that AutoPay was set up, changed, paused or canceled. */
export const notifyChanged = async (
  deps: NotifyDeps,
  tx: Tx,
  account: AccountOfMember,
  { kind, eventId, method, language }: ChangedNotice,
): Promise<void> =>
  send(deps, tx, account, {
    dedupeKey: `autopay-changed:${account.accountNumber}:${eventId}`,
    language,
    notice: (to) => ({ kind, method: method === null ? '' : storedMethodName(method, to) }),
    address: paths.autoPay(),
  })

export interface ComingCharge {
  readonly enrollmentId: string
  readonly dueDate: CalendarDate
  readonly chargeOn: CalendarDate
  readonly amount: Cents
  readonly fee: Cents
  readonly method: StoredMethod
  /** The limit that the amount exceeds; `null` when the amount will be charged. */
  readonly limit: Cents | null
  /** The id in the link that stops the charge. */
  readonly linkId: string
}

/** Notifies a member two days ahead of the amount that AutoPay will charge, or asks them to pay an amount above their limit. */
export async function notifyComing(
  deps: NotifyDeps,
  tx: Tx,
  account: AccountOfMember,
  charge: ComingCharge,
): Promise<void> {
  const { amount, fee, chargeOn, limit } = charge
  await send(deps, tx, account, {
    dedupeKey: `autopay-coming:${charge.enrollmentId}:${charge.dueDate}`,
    language: 'en',
    notice: (to) => {
      const method = storedMethodName(charge.method, to)
      return limit === null
        ? { kind: 'coming', amount, fee, chargeOn, method }
        : { kind: 'above-limit', amount, limit, dueDate: charge.dueDate }
    },
    address:
      limit === null
        ? paths.stopAutoPay({ token: charge.linkId })
        : paths.payMultiple({ accountno: account.accountNumber }),
  })
}

/** Notifies a member that AutoPay could not pay, with the reason. A `sentence` must be in the member's language. */
export const notifyNotCharged = async (
  deps: NotifyDeps,
  tx: Tx,
  account: AccountOfMember,
  {
    enrollmentId,
    dueDate,
    reason,
  }: { readonly enrollmentId: string; readonly dueDate: CalendarDate; readonly reason: NotChargedReason },
): Promise<void> =>
  send(deps, tx, account, {
    dedupeKey: `autopay-not-charged:${enrollmentId}:${dueDate}`,
    language: 'en',
    notice: () => ({ kind: 'not-charged', dueDate, reason }),
    address: reason === 'draft' ? paths.autoPay() : paths.payMultiple({ accountno: account.accountNumber }),
  })

/** Notifies a member, once, that AutoPay waits because another payment of the account is in progress. */
export const notifyWaiting = async (
  deps: NotifyDeps,
  tx: Tx,
  account: AccountOfMember,
  { enrollmentId, dueDate }: { readonly enrollmentId: string; readonly dueDate: CalendarDate },
): Promise<void> =>
  send(deps, tx, account, {
    dedupeKey: `autopay-waiting:${enrollmentId}:${dueDate}`,
    language: 'en',
    notice: () => ({ kind: 'waiting', dueDate }),
    address: paths.payMultiple({ accountno: account.accountNumber }),
  })

interface Sending {
  readonly dedupeKey: string
  /** The language for a member who no longer has a login. */
  readonly language: Language
  readonly notice: (language: Language) => AutopayNotice
  /** A path on the portal. */
  readonly address: string
}

/** Notifies the member by the chosen channels, or by email to the address on file when the cooperative does not offer notifications. */
async function send(deps: NotifyDeps, tx: Tx, account: AccountOfMember, sending: Sending): Promise<void> {
  const { dedupeKey, language, notice, address } = sending
  const compose = (to: Language): NoticeText =>
    autopayNoticeText(
      notice(to),
      {
        accountEnding: lastFour(account.accountNumber),
        coopName: deps.settings.current().coopName,
        address: deps.env.PUBLIC_ORIGIN + address,
      },
      to,
    )
  if (await notifyAccount(deps, tx, account, { topic: 'autopay', dedupeKey, compose })) return
  const { subject, bodyText } = compose(language)
  await mailOnFile(tx, account.memberNumber, { dedupeKey, subject, bodyText, language, now: deps.clock.now() })
}

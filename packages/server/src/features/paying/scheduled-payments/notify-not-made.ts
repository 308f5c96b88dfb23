import { paths } from '@coopline/contract/paths'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notifyAccount } from '../../../platform/notices/notify-account.ts'
import { mailOnFile } from '../../accounts/accounts/public.ts'
import { notMadeText } from './scheduled-notice.messages.ts'

/** A payment of an absent member that was refused, or became too old, before anything was charged. */
export interface NotMade {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly amount: Cents
  readonly paymentDate: CalendarDate
  /** The key of the payment. The member is notified once for each key. */
  readonly key: string
  /** The language of the email, when the member has no login. */
  readonly language: Language
}

/** Notifies the member, once, that nothing was charged. `why` returns a sentence; empty when the method was removed or the day is past. */
export async function notifyNotMade(
  deps: Deps,
  tx: Tx,
  notMade: NotMade,
  why: (language: Language) => string = () => '',
): Promise<void> {
  const { memberNumber, accountNumber, amount, paymentDate, key } = notMade
  const facts = {
    amount: formatUsd(amount),
    paymentDate,
    coopName: deps.settings.current().coopName,
    address: deps.env.PUBLIC_ORIGIN + paths.payMultiple(),
  }
  const notice = {
    topic: 'payment-failed',
    dedupeKey: `not-made:${key}`,
    compose: (language: Language) => notMadeText({ ...facts, sentence: why(language) }, language),
  } as const
  if (await notifyAccount(deps, tx, { memberNumber, accountNumber }, notice)) return
  const { subject, bodyText } = notice.compose(notMade.language)
  const { dedupeKey } = notice
  const { language } = notMade
  await mailOnFile(tx, memberNumber, { dedupeKey, subject, bodyText, language, now: deps.clock.now() })
}

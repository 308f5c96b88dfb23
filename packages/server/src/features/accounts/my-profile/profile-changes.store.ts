import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { AccountChoices, MemberChoices, RoundUp } from './member-details.store.ts'

interface RecordedChange {
  readonly memberNumber: string
  /** The event that reports the change to the cooperative's systems. */
  readonly eventId: number
  readonly now: Date
}

/** Upserts a member's changed choices, which override the cooperative's; choices that are not named stay unchanged. */
export async function saveMemberChoices(
  tx: Tx,
  changes: Partial<MemberChoices>,
  recorded: RecordedChange,
): Promise<void> {
  const { memberNumber, eventId, now } = recorded
  // Drops changes that the cooperative's row already includes: only pending changes override it.
  await tx
    .deleteFrom('portal.preference')
    .where('member_number', '=', memberNumber)
    .where(
      'event_id',
      '<=',
      sql<number>`(select coalesce(max(filed.changes_through_event), -1) from cis.member_detail as filed
        where filed.member_number = ${memberNumber})`,
    )
    .execute()
  const chosen = {
    ...(changes.paperlessBilling !== undefined && { paperless_billing: changes.paperlessBilling }),
    ...(changes.paperlessOther !== undefined && { paperless_other: changes.paperlessOther }),
    ...(changes.electronicKit !== undefined && { electronic_kit: changes.electronicKit }),
    ...(changes.marketingEmails !== undefined && { marketing_emails: changes.marketingEmails }),
    ...(changes.paymentEmails !== undefined && { payment_emails: changes.paymentEmails }),
    ...(changes.serviceOrderEmails !== undefined && { service_order_emails: changes.serviceOrderEmails }),
    ...(changes.phoneUnlisted !== undefined && { phone_unlisted: changes.phoneUnlisted }),
    ...(changes.storesCheck !== undefined && { stores_check: changes.storesCheck }),
    ...(changes.storesCredit !== undefined && { stores_credit: changes.storesCredit }),
    event_id: eventId,
    changed_at: now,
  }
  await tx
    .insertInto('portal.preference')
    .values({ member_number: memberNumber, ...chosen })
    .onConflict((conflict) => conflict.column('member_number').doUpdateSet(chosen))
    .execute()
}

/** The changes of an account: paperless, Operation RoundUp, or both. */
export interface AccountChanges {
  readonly accountNumber: string
  readonly paperless?: Pick<AccountChoices, 'emailBillNotice' | 'paperlessBilling' | 'paperlessOther'>
  readonly roundUp?: RoundUp
}

/** Upserts an account's changed choices, which override the cooperative's; choices that are not named stay unchanged. */
export async function saveAccountChoices(tx: Tx, changes: AccountChanges, recorded: RecordedChange): Promise<void> {
  const { accountNumber, paperless, roundUp } = changes
  const { memberNumber, eventId, now } = recorded
  await tx
    .deleteFrom('portal.account_preference')
    .where('account_number', '=', accountNumber)
    .where((eb) =>
      eb.or([
        eb('member_number', '!=', memberNumber),
        eb(
          'event_id',
          '<=',
          sql<number>`(select coalesce(max(filed.changes_through_event), -1) from cis.account_preference as filed
            where filed.account_number = ${accountNumber})`,
        ),
      ]),
    )
    .execute()
  const chosen = {
    ...(paperless !== undefined && {
      email_bill_notice: paperless.emailBillNotice,
      paperless_billing: paperless.paperlessBilling,
      paperless_other: paperless.paperlessOther,
    }),
    ...(roundUp !== undefined && {
      roundup: roundUp.isEnrolled,
      roundup_amount: roundUp.amount,
      roundup_expiration: roundUp.expiration,
    }),
    event_id: eventId,
    changed_at: now,
  }
  await tx
    .insertInto('portal.account_preference')
    .values({ account_number: accountNumber, member_number: memberNumber, ...chosen })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet(chosen))
    .execute()
}

/** Stores another security question, or another answer to it. */
export async function setSecretQuestion(tx: Tx, loginId: string, question: string, answerHash: string): Promise<void> {
  await tx
    .updateTable('portal.login')
    .set({ secret_question: question, secret_answer_hash: answerHash })
    .where('login_id', '=', loginId)
    .execute()
}

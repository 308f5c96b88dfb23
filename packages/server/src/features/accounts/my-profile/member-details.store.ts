import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { PaymentSetupMethod } from '@coopline/rules/accounts/my-profile/stored-payments'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** The values in effect for a member: changes made here, over the values of the cooperative's system (decision 0018). */
export interface MemberChoices {
  readonly paperlessBilling: boolean
  readonly paperlessOther: boolean
  readonly electronicKit: boolean
  readonly marketingEmails: boolean
  readonly paymentEmails: boolean
  readonly serviceOrderEmails: boolean
  readonly phoneUnlisted: boolean
  readonly storesCheck: boolean
  readonly storesCredit: boolean
}

export interface RoundUp {
  readonly isEnrolled: boolean
  readonly amount: Cents | null
  readonly expiration: CalendarDate | null
}

export interface AccountChoices {
  readonly accountNumber: string
  readonly accountType: string
  readonly address: string
  readonly emailBillNotice: boolean
  readonly paperlessBilling: boolean
  readonly paperlessOther: boolean
  readonly roundUp: RoundUp
}

const value = (column: string) =>
  sql<boolean>`coalesce(${sql.ref(`chosen.${column}`)}, ${sql.ref(`filed.${column}`)}, false)`

/** True when the portal has a method of that kind stored at the provider. The cooperative's system may have others. */
const storesHere = (paymentType: PaymentType) => sql<boolean>`exists (
  select 1 from pay.stored_method as method where method.member_number = login.member_number
    and method.payment_type = ${paymentType} and method.removed_at is null)`

/** Loads the choices of the member of a login. */
export async function loadMemberChoices(executor: Executor, loginId: string): Promise<MemberChoices> {
  const row = await executor
    .selectFrom('portal.login as login')
    .leftJoin('cis.member_detail as filed', 'filed.member_number', 'login.member_number')
    .leftJoin('portal.preference as chosen', (join) =>
      join
        .onRef('chosen.member_number', '=', 'login.member_number')
        .on(sql<boolean>`chosen.event_id > coalesce(filed.changes_through_event, -1)`),
    )
    .select([
      value('paperless_billing').as('paperless_billing'),
      value('paperless_other').as('paperless_other'),
      value('electronic_kit').as('electronic_kit'),
      value('marketing_emails').as('marketing_emails'),
      value('payment_emails').as('payment_emails'),
      value('service_order_emails').as('service_order_emails'),
      value('phone_unlisted').as('phone_unlisted'),
      sql<boolean>`(${value('stores_check')} or ${storesHere('echeck')})`.as('stores_check'),
      sql<boolean>`(${value('stores_credit')} or ${storesHere('cc')})`.as('stores_credit'),
    ])
    .where('login.login_id', '=', loginId)
    .executeTakeFirstOrThrow()
  return {
    paperlessBilling: row.paperless_billing,
    paperlessOther: row.paperless_other,
    electronicKit: row.electronic_kit,
    marketingEmails: row.marketing_emails,
    paymentEmails: row.payment_emails,
    serviceOrderEmails: row.service_order_emails,
    phoneUnlisted: row.phone_unlisted,
    storesCheck: row.stores_check,
    storesCredit: row.stores_credit,
  }
}

/** Lists the choices for each of a member's accounts, the primary one first. */
export async function listAccountChoices(executor: Executor, memberNumber: string): Promise<readonly AccountChoices[]> {
  const rows = await executor
    .selectFrom('cis.account as account')
    .leftJoin('cis.account_preference as filed', 'filed.account_number', 'account.account_number')
    .leftJoin('portal.account_preference as chosen', (join) =>
      join
        .onRef('chosen.account_number', '=', 'account.account_number')
        .onRef('chosen.member_number', '=', 'account.member_number')
        .on(sql<boolean>`chosen.event_id > coalesce(filed.changes_through_event, -1)`),
    )
    .select([
      'account.account_number',
      'account.account_type',
      'account.service_street',
      'account.service_city',
      'account.service_state',
      'account.service_zip',
      value('email_bill_notice').as('email_bill_notice'),
      value('paperless_billing').as('paperless_billing'),
      value('paperless_other').as('paperless_other'),
      value('roundup').as('roundup'),
      // The three values change together, so that the cooperative's amount does not reappear after it was removed here.
      sql<Cents | null>`case when chosen.roundup is null then filed.roundup_amount else chosen.roundup_amount end`.as(
        'roundup_amount',
      ),
      sql<CalendarDate | null>`case when chosen.roundup is null then filed.roundup_expiration
        else chosen.roundup_expiration end`.as('roundup_expiration'),
    ])
    .where('account.member_number', '=', memberNumber)
    .orderBy('account.is_primary', 'desc')
    .orderBy('account.account_number')
    .execute()
  return rows.map((row) => ({
    accountNumber: row.account_number,
    accountType: row.account_type,
    address: `${row.service_street}, ${row.service_city}, ${row.service_state} ${row.service_zip}`,
    emailBillNotice: row.email_bill_notice,
    paperlessBilling: row.paperless_billing,
    paperlessOther: row.paperless_other,
    roundUp: { isEnrolled: row.roundup, amount: row.roundup_amount, expiration: row.roundup_expiration },
  }))
}

/**
 * Lists AutoPay and drafts of a member's accounts, each with its kinds of payment method. When the cooperative's system does not state the
 * kind, both kinds count.
 */
export async function listPaymentSetups(
  executor: Executor,
  memberNumber: string,
): Promise<readonly { readonly accountNumber: string; readonly paymentMethod: PaymentSetupMethod }[]> {
  const rows = await executor
    .selectFrom('cis.account as account')
    .innerJoin('portal.current_draft as draft', 'draft.account_number', 'account.account_number')
    .leftJoin('cis.account_detail as detail', 'detail.account_number', 'account.account_number')
    // The method that AutoPay of the portal charges.
    .leftJoin('portal.autopay as autopay', (join) =>
      join
        .onRef('autopay.account_number', '=', 'account.account_number')
        .onRef('autopay.member_number', '=', 'account.member_number'),
    )
    .leftJoin('pay.stored_method as method', 'method.method_id', 'autopay.method_id')
    .select([
      'account.account_number',
      'draft.has_autopay',
      'method.payment_type',
      'detail.autopay_method',
      'draft.has_draft',
      'draft.account_kind',
      'detail.draft_method',
    ])
    .where('account.member_number', '=', memberNumber)
    .orderBy('account.account_number')
    .execute()
  return rows.flatMap((row) => {
    const methods = new Set([
      ...(row.has_autopay ? methodsOf(autopayMethods[row.payment_type ?? ''] ?? row.autopay_method ?? '') : []),
      ...(row.has_draft ? methodsOf(draftMethods[row.account_kind] ?? row.draft_method ?? '') : []),
    ])
    return [...methods].map((paymentMethod) => ({ accountNumber: row.account_number, paymentMethod }))
  })
}

const autopayMethods: Readonly<Record<string, PaymentSetupMethod>> = { cc: 'CHARGE', echeck: 'ECHECK' }

const draftMethods: Readonly<Record<string, PaymentSetupMethod>> = {
  Checking: 'ECHECK',
  Savings: 'ECHECK',
  Card: 'CHARGE',
}

const methodsOf = (method: PaymentSetupMethod | ''): readonly PaymentSetupMethod[] =>
  method === '' ? ['ECHECK', 'CHARGE'] : [method]

/** Finds the id of the security question of a login; empty when none was chosen. */
export async function findSecretQuestion(executor: Executor, loginId: string): Promise<string> {
  const row = await executor
    .selectFrom('portal.login')
    .select('secret_question')
    .where('login_id', '=', loginId)
    .executeTakeFirst()
  return row?.secret_question ?? ''
}

/** Locks a login until the transaction ends, so that updates of one member run one after another. */
export async function lockLogin(tx: Tx, loginId: string): Promise<void> {
  await tx.selectFrom('portal.login').select('login_id').where('login_id', '=', loginId).forUpdate().execute()
}

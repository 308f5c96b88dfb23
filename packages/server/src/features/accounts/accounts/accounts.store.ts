import type { Language } from '@coopline/rules/kernel/problem'
import { cents } from '@coopline/rules/kernel/money'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { messageTo } from '../../../platform/messages/message.store.ts'
import type { Account } from './account.ts'
import { applyCredit } from './apply-credit.ts'
import { unacknowledgedCredit } from './unacknowledged-credit.store.ts'

/**
 * Selects an account and its balance in one row, with the sum of the payments made here that are not acknowledged yet. Callers that need
 * more of an account join it on `account` and `balance`.
 */
export const accountRows = (executor: Executor) =>
  executor
    .selectFrom('cis.account as account')
    .innerJoin('cis.balance as balance', 'balance.account_number', 'account.account_number')
    .select([
      'account.account_number',
      'account.member_number',
      'account.holder_name',
      'account.account_type',
      'account.account_status',
      'account.is_primary',
      'account.derived_status',
      'account.service_street',
      'account.service_city',
      'account.service_state',
      'account.service_zip',
      'account.is_prepaid',
      'account.prepaid_label',
      'account.card_eligible',
      'account.echeck_eligible',
      'account.no_more_checks',
      'balance.balance',
      'balance.past_due',
      'balance.due_date',
      'balance.cutoff_amount',
      'balance.reconnect_fee',
      'balance.additional_deposit',
      'balance.disconnect_fee',
      'balance.over_pay_amount',
      'balance.prepaid_reconnect',
      'balance.minimum_payment_due',
      'balance.liability_confirmation_amount',
      'balance.show_liability_confirmation',
    ])
    .select(unacknowledgedCredit('account').as('credit'))

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['executeTakeFirstOrThrow']>>

/** Converts a row of `accountRows`. It subtracts the payments made here from the amounts. */
export const toAccount = (row: AccountRow): Account => {
  const amounts = applyCredit(
    {
      balance: row.balance,
      pastDue: row.past_due,
      cutoffAmount: row.cutoff_amount,
      reconnectFee: row.reconnect_fee,
      additionalDeposit: row.additional_deposit,
      disconnectFee: row.disconnect_fee,
      overPayAmount: row.over_pay_amount,
      prepaidReconnect: row.prepaid_reconnect,
      minimumPaymentDue: row.minimum_payment_due,
    },
    cents(row.credit),
    row.is_prepaid,
  )
  return {
    ...amounts,
    memberNumber: row.member_number,
    accountNumber: row.account_number,
    holderName: row.holder_name,
    accountType: row.account_type,
    accountStatus: row.account_status,
    isPrimary: row.is_primary,
    derivedStatus: row.derived_status,
    serviceAddress: {
      street: row.service_street,
      city: row.service_city,
      state: row.service_state,
      zip: row.service_zip,
    },
    isPrepaid: row.is_prepaid,
    prepaidLabel: row.prepaid_label,
    cardEligible: row.card_eligible,
    echeckEligible: row.echeck_eligible,
    noMoreChecks: row.no_more_checks,
    dueDate: row.due_date,
    liabilityConfirmationAmount: row.liability_confirmation_amount,
    showLiabilityConfirmation: row.show_liability_confirmation,
  }
}

/** Finds an account of a member, in any status; `undefined` when it does not exist or is another member's. */
export async function findAccount(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<Account | undefined> {
  const row = await accountRows(executor)
    .where('account.account_number', '=', accountNumber)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Loads accounts by number, regardless of their member. */
export async function listAccountsByNumber(
  executor: Executor,
  accountNumbers: readonly string[],
): Promise<readonly Account[]> {
  const rows = await accountRows(executor)
    .where(sql<boolean>`account.account_number = any(${[...accountNumbers]}::text[])`)
    .execute()
  return rows.map(toAccount)
}

/**
 * Finds the account with that number, active or final billed, whose member has a phone on file that ends in those four digits.
 * It takes one statement in every case, so that a wrong number, wrong digits and a closed account take the same time.
 */
export async function findByPhone(
  executor: Executor,
  accountNumber: string,
  phoneLastFourDigits: string,
): Promise<Account | undefined> {
  const row = await accountRows(executor)
    .where('account.account_number', '=', accountNumber)
    .where((eb) =>
      eb.or([eb('account.account_status', '=', 'Active'), eb('account.derived_status', '=', 'Final Billed')]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('cis.phone as phone')
          .select('phone.digits')
          .whereRef('phone.member_number', '=', 'account.member_number')
          .where(sql<string>`right(phone.digits, 4)`, '=', phoneLastFourDigits),
      ),
    )
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Lists every account of a member, by number. */
export async function listAccounts(executor: Executor, memberNumber: string): Promise<readonly Account[]> {
  const rows = await accountRows(executor)
    .where('account.member_number', '=', memberNumber)
    .orderBy('account.account_number')
    .execute()
  return rows.map(toAccount)
}

/** Builds the query for a member's email address on file, for a larger statement. It has no row without an address. */
export const emailOf = (memberNumber: string): RawBuilder<{ readonly address: string }> => sql`
  select address from cis.email where member_number = ${memberNumber} order by address limit 1`

/** Email addresses on file by member; members without one are absent. */
export async function listEmails(
  executor: Executor,
  memberNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ member_number: string; address: string }>`
    select member_number, min(address) as address from cis.email
    where member_number = any(${[...memberNumbers]}::text[]) group by member_number`.execute(executor)
  return new Map(rows.map((row) => [row.member_number, row.address]))
}

/** Puts a mail to the member's address on file, if any, into the outbox. */
export async function insertMailOnFile(
  tx: Tx,
  memberNumber: string,
  message: Parameters<typeof messageTo>[1],
): Promise<void> {
  await sql`with addressee as (${emailOf(memberNumber)}) ${messageTo('addressee', message)}`.execute(tx)
}

/** Finds the member's preferred language. */
export async function findLanguage(executor: Executor, memberNumber: string): Promise<Language> {
  const row = await executor
    .selectFrom('cis.member')
    .select('prefers_language')
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  return row?.prefers_language === 'es' ? 'es' : 'en'
}

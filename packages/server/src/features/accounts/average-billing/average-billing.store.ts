import { type BillingType, billingTypes } from '@coopline/rules/accounts/average-billing/check-billing-change'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** An account with the facts about Average Billing. */
export interface BillingAccount {
  readonly accountNumber: string
  readonly serviceAddress: string
  readonly billingType: BillingType
  /** False for an account that the cooperative's levelized accounts do not list. */
  readonly isEligible: boolean
  readonly notEligibleMessage: string
  readonly estimatedAmount: Cents | null
  readonly defaultSettlementMonth: number
  /** The settlement month, 1 to 12; `null` unless the account is on Average Billing. */
  readonly settlementMonth: number | null
  /** Usage that leveled bills of this year have not charged (above zero) or have charged ahead. */
  readonly difference: Cents
}

const billingTypeOf = (text: string): BillingType => billingTypes.find((type) => type === text) ?? 'Standard'

const december = 12

const accountsOf = (executor: Executor, memberNumber: string) =>
  executor
    .selectFrom('cis.account as account')
    .innerJoin('portal.current_billing as billing', 'billing.account_number', 'account.account_number')
    .leftJoin('cis.levelized_account as filed', 'filed.account_number', 'account.account_number')
    .leftJoin('cis.account_detail as detail', 'detail.account_number', 'account.account_number')
    .select([
      'account.account_number',
      'account.service_street',
      'account.service_city',
      'account.service_state',
      'account.service_zip',
      'billing.billing_type',
      'billing.settlement_month',
      'filed.is_eligible',
      'filed.not_eligible_message',
      'filed.estimated_amount',
      'filed.settlement_month as default_settlement_month',
      'detail.year_to_date_difference',
    ])
    .where('account.member_number', '=', memberNumber)

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountsOf>['executeTakeFirstOrThrow']>>

const toAccount = (row: AccountRow): BillingAccount => ({
  accountNumber: row.account_number,
  serviceAddress: `${row.service_street}, ${row.service_city}, ${row.service_state} ${row.service_zip}`,
  billingType: billingTypeOf(row.billing_type),
  isEligible: row.is_eligible ?? false,
  notEligibleMessage: row.not_eligible_message ?? '',
  estimatedAmount: row.estimated_amount,
  defaultSettlementMonth: row.default_settlement_month ?? december,
  settlementMonth: row.settlement_month,
  difference: row.year_to_date_difference ?? cents(0),
})

/** Lists a member's accounts, the primary one first. */
export async function listBillingAccounts(
  executor: Executor,
  memberNumber: string,
): Promise<readonly BillingAccount[]> {
  const rows = await accountsOf(executor, memberNumber)
    .orderBy('account.is_primary', 'desc')
    .orderBy('account.account_number')
    .execute()
  return rows.map(toAccount)
}

/** Finds an account of a member; `undefined` when it does not exist or is another member's. */
export async function findBillingAccount(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<BillingAccount | undefined> {
  const row = await accountsOf(executor, memberNumber)
    .where('account.account_number', '=', accountNumber)
    .executeTakeFirst()
  return row && toAccount(row)
}

export interface NewBillingChoice {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly billingType: 'Standard' | 'Average'
  /** The settlement month, 1 to 12; `null` for standard billing. */
  readonly settlementMonth: number | null
  /** The event that reports the change to the cooperative. */
  readonly eventId: number
  readonly now: Date
}

/** Upserts a member's change, which overrides the cooperative's copy. */
export async function upsertBillingChoice(tx: Tx, choice: NewBillingChoice): Promise<void> {
  const values = {
    member_number: choice.memberNumber,
    billing_type: choice.billingType,
    settlement_month: choice.settlementMonth,
    event_id: choice.eventId,
    changed_at: choice.now,
  }
  await tx
    .insertInto('portal.billing_choice')
    .values({ account_number: choice.accountNumber, ...values })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet(values))
    .execute()
}

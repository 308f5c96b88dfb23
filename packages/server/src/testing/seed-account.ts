import { cents } from '@coopline/rules/kernel/money'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Insertable } from 'kysely'
import type { Database } from '../platform/db/open-database.ts'
import type { Schema } from '../platform/db/schema.ts'

export interface SeedAccount {
  readonly member?: Partial<Insertable<Schema['cis.member']>>
  readonly account?: Partial<Insertable<Schema['cis.account']>>
  readonly balance?: Partial<Insertable<Schema['cis.balance']>>
  /** Ten digits each. */
  readonly phones?: readonly string[]
  readonly emails?: readonly string[]
}

/**
 * Writes a member with one account into the cooperative's copy: Ada's electric account, $142.37 owed, phone ending 4821,
 * unless the test says otherwise. A member that exists keeps what it has.
 */
export async function seedAccount(db: Database, seed: SeedAccount = {}): Promise<void> {
  const memberNumber = seed.member?.member_number ?? '10001'
  const accountNumber = seed.account?.account_number ?? '100100101'
  await db
    .insertInto('cis.member')
    .values({ member_number: memberNumber, name: 'Ada Lindqvist', ...seed.member })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const digits of seed.phones ?? ['7155554821'])
    await db
      .insertInto('cis.phone')
      .values({ member_number: memberNumber, digits, kind: 'cell' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const address of seed.emails ?? ['ada.lindqvist@example.org'])
    await db
      .insertInto('cis.email')
      .values({ member_number: memberNumber, address })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db
    .insertInto('cis.account')
    .values({ ...ordinaryAccount, member_number: memberNumber, account_number: accountNumber, ...seed.account })
    .execute()
  await db
    .insertInto('cis.balance')
    .values({ ...ordinaryBalance, account_number: accountNumber, ...seed.balance })
    .execute()
}

const ordinaryAccount = {
  is_primary: true,
  holder_name: 'Ada Lindqvist',
  account_type: 'Electric',
  account_status: 'Active',
  derived_status: 'Current',
  service_street: '1234 Oak St',
  service_city: 'Eau Claire',
  service_state: 'WI',
  service_zip: '54701',
  location_id: 'L1',
  is_prepaid: false,
  prepaid_label: '',
  billing_type: 'Standard',
  card_eligible: true,
  echeck_eligible: true,
  no_more_checks: false,
} as const

const ordinaryBalance = {
  balance: cents(14_237),
  past_due: cents(0),
  due_date: calendarDate('2026-12-04'),
  cutoff_amount: cents(0),
  cutoff_date: null,
  reconnect_fee: cents(0),
  additional_deposit: cents(0),
  disconnect_fee: cents(0),
  over_pay_amount: cents(50_000),
  prepaid_minimum: cents(0),
  prepaid_reconnect: cents(0),
  minimum_payment_due: cents(2_500),
  liability_confirmation_amount: cents(0),
  show_liability_confirmation: false,
}

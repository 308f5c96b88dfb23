import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Database } from '../platform/db/open-database.ts'

export interface SeededArrangement {
  /** The payments, in whole cents. Their sum is the arranged amount. */
  readonly payments: readonly { readonly dueOn: string; readonly amount: number }[]
  readonly madeOn: string
  readonly createdAt: Date
  readonly kind?: 'installments' | 'extension'
}

/** An arrangement that Ada made in the portal for her electric account; event 99 reported it. */
export async function seedArrangement(db: Database, arranged: SeededArrangement): Promise<void> {
  const { payments, madeOn, createdAt, kind = 'installments' } = arranged
  await db
    .insertInto('portal.arrangement')
    .values({
      account_number: '100100101',
      member_number: '10001',
      kind,
      part_count: kind === 'extension' ? 0 : payments.length,
      made_on: calendarDate(madeOn),
      balance: cents(payments.reduce((sum, { amount }) => sum + amount, 0)),
      payments: JSON.stringify(payments),
      event_id: 99,
      created_at: createdAt,
    })
    .execute()
}

import type { CardType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { Executor } from '../../../platform/db/open-database.ts'

/** An expiring card, with the account whose notification choices apply. */
export interface ExpiringCard {
  readonly methodId: string
  readonly memberNumber: string
  readonly accountNumber: string
  readonly cardType: CardType | null
  readonly lastFour: string
  readonly expiry: string
}

/** Lists a window of the cards that expire at the end of a month, by id; `after` is the last id of the previous window. */
export async function listExpiringCards(
  executor: Executor,
  month: string,
  after: string,
  limit: number,
): Promise<readonly ExpiringCard[]> {
  const rows = await executor
    .selectFrom('pay.stored_method as method')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('cis.account as account')
          .select('account.account_number')
          .whereRef('account.member_number', '=', 'method.member_number')
          .orderBy('account.is_primary', 'desc')
          .orderBy('account.account_number')
          .limit(1)
          .as('main'),
      (join) => join.onTrue(),
    )
    .select(['method_id', 'member_number', 'main.account_number', 'card_type', 'last_four'])
    .where('expiry', '=', month)
    .where('method_id', '>', after)
    .where('removed_at', 'is', null)
    .orderBy('method_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    methodId: row.method_id,
    memberNumber: row.member_number,
    accountNumber: row.account_number,
    cardType: row.card_type as CardType | null,
    lastFour: row.last_four,
    expiry: month,
  }))
}

import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

export interface ServiceOrderRow {
  readonly number: string
  /** `null` for a request that the cooperative's system does not list yet. */
  readonly description: string | null
  readonly work_type: string | null
  readonly requested_on: CalendarDate
  readonly review_status: string
}

/** Maximum orders from each source, newest first. */
const maxOrders = 500

/**
 * Finds a member's service orders for an account, newest first: the cooperative's orders, and requests its system does not list
 * yet. `undefined` when the account does not exist or belongs to another member.
 */
export async function findServiceOrders(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<readonly ServiceOrderRow[] | undefined> {
  const { rows } = await sql<{ readonly is_own: boolean; readonly orders: readonly ServiceOrderRow[] }>`
    with filed as (
      select so_number as number, description, null as work_type, requested_on, review_status
      from cis.holder_service_order where account_number = ${accountNumber}
      order by requested_on desc, so_number desc limit ${maxOrders}),
    requested as (
      select 'P-' || id as number, null as description, work_type, requested_on, '' as review_status
      from portal.service_request as request
      where account_number = ${accountNumber} and member_number = ${memberNumber}
        and not exists (
          select 1 from cis.holder_service_order as filed
          where filed.account_number = request.account_number and filed.portal_number = 'P-' || request.id)
      order by requested_on desc, id desc limit ${maxOrders}),
    both_sides as (select * from filed union all select * from requested)
    select exists (
        select 1 from cis.account where account_number = ${accountNumber} and member_number = ${memberNumber}) as is_own,
      (select coalesce(json_agg(both_sides order by requested_on desc, number desc), '[]') from both_sides) as orders`.execute(
    executor,
  )
  const [answer] = rows
  return answer === undefined || !answer.is_own ? undefined : answer.orders
}

export interface NewServiceRequest {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly workType: string
  readonly requestedOn: CalendarDate
  readonly digest: Uint8Array
  readonly now: Date
}

/** Inserts a request. @returns its id, and whether the same request already existed on that day. */
export async function insertServiceRequest(
  tx: Tx,
  request: NewServiceRequest,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const inserted = await tx
    .insertInto('portal.service_request')
    .values({
      account_number: request.accountNumber,
      member_number: request.memberNumber,
      work_type: request.workType,
      requested_on: request.requestedOn,
      digest: request.digest,
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.columns(['account_number', 'requested_on', 'digest']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return { id: inserted.id, isNew: true }
  const { id } = await tx
    .selectFrom('portal.service_request')
    .select('id')
    .where('account_number', '=', request.accountNumber)
    .where('requested_on', '=', request.requestedOn)
    .where('digest', '=', request.digest)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

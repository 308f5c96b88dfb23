import { sql } from 'kysely'
import { rowsAsTable } from '../../../../platform/db/rows-as-table.ts'
import type { Executor } from '../../../../platform/db/open-database.ts'
import type { NewsSubject, ProviderName, ProviderNews } from '../../../../platform/payment-gateway/payment-gateway.ts'

/** News that give a reason to look. */
export type Notice = Extract<ProviderNews, { kind: 'look-up' }>

/** A notice that is being looked up. */
export interface ClaimedNotice {
  readonly id: number
  readonly provider: ProviderName
  readonly about: NewsSubject['about']
  readonly reference: string
  /** The looks so far, this one included. */
  readonly tries: number
}

const text = { type: 'text' }

/**
 * Stores notices. One whose id is known already stays as it is, looked up or not.
 *
 * @returns `isNew`: one at least was not known; `isAwaited`: others were due before, so that a look is on its way.
 */
export async function insertNotices(
  executor: Executor,
  provider: ProviderName,
  notices: readonly Notice[],
  now: Date,
): Promise<{ readonly isNew: boolean; readonly isAwaited: boolean }> {
  const rows = notices.map(({ noticeId, subject }) => [
    noticeId,
    subject.about,
    subject.about === 'payment' ? subject.transNo : subject.reference,
  ])
  const { rows: found } = await sql<{ isNew: boolean; isAwaited: boolean }>`
    with stored as (
      insert into pay.provider_notice (provider, notice_id, about, reference, received_at, due_at)
      select ${provider}, notice_id, about, reference, ${now}::timestamptz, ${now}::timestamptz
      from ${rowsAsTable([text, text, text], rows)} as news (notice_id, about, reference)
      on conflict (provider, notice_id) do nothing returning id)
    select exists (select from stored) as "isNew",
      exists (select from pay.provider_notice where done_at is null and due_at <= ${now}::timestamptz) as "isAwaited"`.execute(
    executor,
  )
  return found[0] ?? { isNew: false, isAwaited: false }
}

/** The most notices that one claim takes, of all its subjects together. */
const mostNotices = 1_000

/**
 * Claims the open notices about the subjects that are due, oldest first. They are due again after a delay that doubles from 30 seconds up
 * to an hour, unless they are done by then. What another process is claiming is left to it; a look too many changes nothing.
 *
 * @param mostSubjects the maximum number of subjects, for each of which all open notices are claimed.
 */
export async function claimNotices(
  executor: Executor,
  now: Date,
  mostSubjects: number,
): Promise<readonly ClaimedNotice[]> {
  const { rows } = await sql<ClaimedNotice>`
    update pay.provider_notice set tries = tries + 1,
      due_at = ${now}::timestamptz + make_interval(secs => least(3600, 30 * power(2, least(tries, 10))))
    where id = any (array(
      select notice.id from pay.provider_notice as notice
      where notice.done_at is null and (notice.provider, notice.about, notice.reference) in (
        select due.provider, due.about, due.reference from pay.provider_notice as due
        where due.done_at is null and due.due_at <= ${now}::timestamptz order by due.due_at limit ${mostSubjects})
      limit ${mostNotices} for update skip locked))
    returning id, provider, about, reference, tries`.execute(executor)
  return rows
}

/** Records that notices need no further look. */
export async function endNotices(executor: Executor, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update pay.provider_notice set done_at = ${now} where id = any(${[...ids]}::bigint[]) and done_at is null`.execute(
    executor,
  )
}

/** Puts claimed notices back until a time: the provider was not asked about them, so that the try does not count. */
export async function putBackNotices(executor: Executor, ids: readonly number[], dueAt: Date): Promise<void> {
  await sql`
    update pay.provider_notice set due_at = ${dueAt}, tries = tries - 1
    where id = any(${[...ids]}::bigint[]) and done_at is null`.execute(executor)
}

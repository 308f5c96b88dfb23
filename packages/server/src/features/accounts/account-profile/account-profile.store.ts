import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { BlockName, Blocks, Phone, Profile } from './profile.ts'

/** True when the current holder of the account `account` made the change `change`, not a former holder. */
export const isOfHolder = sql<boolean>`coalesce(change.member_number, (
  select event.body ->> 'memberNumber' from outbox.event as event where event.id = change.event_id),
  account.member_number) = account.member_number`

const profileRows = (executor: Executor) =>
  executor
    .selectFrom('cis.account as account')
    .leftJoin('cis.account_profile as profile', 'profile.account_number', 'account.account_number')
    .selectAll('profile')
    .select('account.account_number as account_number')
    .select(
      sql<readonly Change[]>`(
        select coalesce(json_agg(json_build_object('block', change.block, 'value', change.value, 'isPendingReview', change.is_pending_review)), '[]')
        from portal.profile_change as change
        where change.account_number = account.account_number and ${isOfHolder})`.as('changes'),
    )

type ProfileRow = Awaited<ReturnType<ReturnType<typeof profileRows>['executeTakeFirstOrThrow']>>

interface Change {
  readonly block: BlockName
  readonly value: Blocks[BlockName]
  readonly isPendingReview: boolean
}

const phoneOf = (
  detailId: string | null,
  kind: string | null,
  digits: string | null,
  extension: string | null,
): readonly Phone[] =>
  detailId === null || kind === null || digits === null ? [] : [{ detailId, kind, digits, extension: extension ?? '' }]

/** Converts the cooperative's copy of a profile. Missing fields are empty. */
const toCisProfile = (row: ProfileRow): Blocks => ({
  name: { firstName: row.first_name ?? '', middleName: row.middle_name ?? '', lastName: row.last_name ?? '' },
  address: {
    streetNumber: row.street_number ?? '',
    streetName: row.street_name ?? '',
    streetType: row.street_type ?? '',
    unit: row.unit ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    zip: row.zip ?? '',
  },
  phones: [
    ...phoneOf(row.phone_1_id, row.phone_1_kind, row.phone_1_digits, row.phone_1_extension),
    ...phoneOf(row.phone_2_id, row.phone_2_kind, row.phone_2_digits, row.phone_2_extension),
    ...phoneOf(row.phone_3_id, row.phone_3_kind, row.phone_3_digits, row.phone_3_extension),
  ],
})

const toProfile = (row: ProfileRow): Profile => ({
  accountNumber: row.account_number,
  spouseName: row.spouse_name ?? '',
  ...toCisProfile(row),
  ...Object.fromEntries(row.changes.map(({ block, value }) => [block, value])),
  isVerified: row.is_verified !== false && !row.changes.some(({ isPendingReview }) => isPendingReview),
})

/** Lists the profiles of all accounts of a member, by account number. */
export async function listProfiles(executor: Executor, memberNumber: string): Promise<readonly Profile[]> {
  const rows = await profileRows(executor).where('account.member_number', '=', memberNumber).execute()
  // Sorted here, because an `order by` makes the planner read every account by its number.
  return rows.map(toProfile).toSorted((one, other) => (one.accountNumber < other.accountNumber ? -1 : 1))
}

/** Finds the first name in the cooperative's copy of a member's profiles; empty for a company. */
export async function findFirstName(executor: Executor, memberNumber: string): Promise<string> {
  const row = await executor
    .selectFrom('cis.account as account')
    .innerJoin('cis.account_profile as profile', 'profile.account_number', 'account.account_number')
    .where('account.member_number', '=', memberNumber)
    .where('profile.first_name', '<>', '')
    .orderBy('account.account_number')
    .select('profile.first_name')
    .limit(1)
    .executeTakeFirst()
  return row?.first_name ?? ''
}

/** Locks the member's accounts until the transaction ends, so that changes of them run one after another. */
export async function lockAccounts(tx: Tx, memberNumber: string): Promise<void> {
  await tx
    .selectFrom('cis.account')
    .select('account_number')
    .where('member_number', '=', memberNumber)
    .orderBy('account_number')
    .forUpdate()
    .execute()
}

export interface ProfileChange {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly block: BlockName
  readonly value: Blocks[BlockName]
  readonly eventId: number
  readonly isPendingReview: boolean
  readonly now: Date
}

/** Stores the member's change of a block. It replaces an earlier change, and pages show it instead of the cooperative's copy. */
export async function upsertChange(tx: Tx, change: ProfileChange): Promise<void> {
  const values = {
    member_number: change.memberNumber,
    value: JSON.stringify(change.value),
    event_id: change.eventId,
    is_pending_review: change.isPendingReview,
    changed_at: change.now,
  }
  await tx
    .insertInto('portal.profile_change')
    .values({ account_number: change.accountNumber, block: change.block, ...values })
    .onConflict((conflict) => conflict.columns(['account_number', 'block']).doUpdateSet(values))
    .execute()
}

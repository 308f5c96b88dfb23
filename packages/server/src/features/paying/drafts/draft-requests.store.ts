import type { DraftOption } from '@coopline/rules/paying/drafts/draft-types'
import type { FeeTerms } from '../payments/public.ts'
import type { DraftAuthorization } from './drafts.store.ts'
import type { DraftRequestItem } from './drafts.tables.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** A request for drafts that are set up once the provider has stored their payment method. */
export interface DraftRequest {
  /** The reference of the request to store the method. */
  readonly reference: string
  readonly memberNumber: string
  readonly option: DraftOption
  readonly items: readonly DraftRequestItem[]
  /** The authorization by the member. */
  readonly authorization: DraftAuthorization | null
  /** The fees that the member was shown. */
  readonly feeTerms: FeeTerms | null
  readonly expiresAt: Date
  /** The outcome; `null` while the provider has stored no method. */
  readonly outcome: 'set-up' | 'refused' | 'expired' | null
}

export async function insertDraftRequest(
  executor: Executor,
  request: Omit<DraftRequest, 'outcome' | 'authorization'> & { readonly authorizedText: string; readonly now: Date },
): Promise<void> {
  await executor
    .insertInto('portal.draft_request')
    .values({
      reference: request.reference,
      member_number: request.memberNumber,
      draft_option: request.option,
      items: JSON.stringify(request.items),
      authorized_text: request.authorizedText,
      fee_terms: request.feeTerms === null ? null : JSON.stringify(request.feeTerms),
      requested_at: request.now,
      expires_at: request.expiresAt,
    })
    .execute()
}

const requestRows = (executor: Executor) =>
  executor
    .selectFrom('portal.draft_request')
    .select(['reference', 'member_number', 'draft_option', 'items', 'authorized_text', 'fee_terms', 'requested_at'])
    .select(['expires_at', 'outcome'])

type Row = Awaited<ReturnType<ReturnType<typeof requestRows>['executeTakeFirstOrThrow']>>

const toRequest = (row: Row): DraftRequest => ({
  reference: row.reference,
  memberNumber: row.member_number,
  option: row.draft_option,
  items: row.items,
  authorization: row.authorized_text === null ? null : { text: row.authorized_text, at: row.requested_at },
  feeTerms: row.fee_terms,
  expiresAt: row.expires_at,
  outcome: row.outcome,
})

export async function findDraftRequest(executor: Executor, reference: string): Promise<DraftRequest | undefined> {
  const row = await requestRows(executor).where('reference', '=', reference).executeTakeFirst()
  return row && toRequest(row)
}

/** Finds a request and locks it, so that no other transaction decides about it until this one ends. */
export async function lockDraftRequest(tx: Tx, reference: string): Promise<DraftRequest | undefined> {
  const row = await requestRows(tx).where('reference', '=', reference).forUpdate().executeTakeFirst()
  return row && toRequest(row)
}

/** Lists requests without an outcome, oldest first. The portal does not know of a stored method for them yet. */
export async function listOpenDraftRequests(executor: Executor, limit: number): Promise<readonly DraftRequest[]> {
  const rows = await requestRows(executor).where('outcome', 'is', null).orderBy('requested_at').limit(limit).execute()
  return rows.map(toRequest)
}

export async function settleDraftRequest(
  executor: Executor,
  reference: string,
  outcome: NonNullable<DraftRequest['outcome']>,
): Promise<void> {
  await executor
    .updateTable('portal.draft_request')
    .set({ outcome })
    .where('reference', '=', reference)
    .where('outcome', 'is', null)
    .execute()
}

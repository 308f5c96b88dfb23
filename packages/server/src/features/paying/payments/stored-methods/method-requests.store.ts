import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { ProviderName } from '../../../../platform/payment-gateway/payment-gateway.ts'

/** A member's request to store a method on the provider's page. */
export interface MethodRequest {
  readonly reference: string
  readonly memberNumber: string
  readonly expiresAt: Date
  /** The stored method; `null` while there is none. */
  readonly methodId: string | null
  /** The provider of the page; `null`, for requests of former versions, is the hosted form. */
  readonly provider: ProviderName | null
  /** The provider's name for the request; `null` when it uses ours. */
  readonly providerReference: string | null
}

export async function insertMethodRequest(
  executor: Executor,
  request: Omit<MethodRequest, 'methodId' | 'providerReference'> & { readonly now: Date },
): Promise<void> {
  await executor
    .insertInto('pay.method_request')
    .values({
      reference: request.reference,
      member_number: request.memberNumber,
      requested_at: request.now,
      expires_at: request.expiresAt,
      provider: request.provider,
    })
    .execute()
}

/** Stores the provider's name for a request. */
export async function storeMethodReference(
  executor: Executor,
  reference: string,
  providerReference: string,
): Promise<void> {
  await executor
    .updateTable('pay.method_request')
    .set({ provider_reference: providerReference })
    .where('reference', '=', reference)
    .execute()
}

const columns = ['reference', 'member_number', 'expires_at', 'method_id', 'provider', 'provider_reference'] as const

const requestRows = (executor: Executor, reference: string) =>
  executor.selectFrom('pay.method_request').select(columns).where('reference', '=', reference)

type Row = Awaited<ReturnType<ReturnType<typeof requestRows>['executeTakeFirstOrThrow']>>

const toRequest = (row: Row): MethodRequest => ({
  reference: row.reference,
  memberNumber: row.member_number,
  expiresAt: row.expires_at,
  methodId: row.method_id,
  provider: row.provider,
  providerReference: row.provider_reference,
})

export async function findMethodRequest(executor: Executor, reference: string): Promise<MethodRequest | undefined> {
  const row = await requestRows(executor, reference).executeTakeFirst()
  return row && toRequest(row)
}

/** Finds a request and locks it, so that no other transaction stores its method until this one ends. */
export async function lockMethodRequest(tx: Tx, reference: string): Promise<MethodRequest | undefined> {
  const row = await requestRows(tx, reference).forUpdate().executeTakeFirst()
  return row && toRequest(row)
}

/** Records the outcome of a request. */
export async function answerMethodRequest(tx: Tx, reference: string, methodId: string): Promise<void> {
  await tx.updateTable('pay.method_request').set({ method_id: methodId }).where('reference', '=', reference).execute()
}

/** Records that the provider is being asked. @returns false, with nothing recorded, when it was asked since `notSince`. */
export async function noteMethodAsking(
  executor: Executor,
  reference: string,
  now: Date,
  notSince: Date,
): Promise<boolean> {
  const rows = await executor
    .updateTable('pay.method_request')
    .set({ status_checked_at: now })
    .where('reference', '=', reference)
    .where((eb) => eb.or([eb('status_checked_at', 'is', null), eb('status_checked_at', '<=', notSince)]))
    .returning('reference')
    .execute()
  return rows.length > 0
}

/** Lists requests without an answer from the provider. The postback may have been lost, and the member may not return. */
export async function listUnansweredRequests(
  executor: Executor,
  { askedBefore, expiredAfter }: { readonly askedBefore: Date; readonly expiredAfter: Date },
  limit: number,
): Promise<readonly MethodRequest[]> {
  const rows = await executor
    .selectFrom('pay.method_request')
    .select(columns)
    .where('method_id', 'is', null)
    .where('expires_at', '>', expiredAfter)
    .where('requested_at', '<=', askedBefore)
    .where((eb) => eb.or([eb('status_checked_at', 'is', null), eb('status_checked_at', '<=', askedBefore)]))
    // Requests not yet checked come first, so abandoned ones cannot block the rest.
    .orderBy('status_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()
  return rows.map(toRequest)
}

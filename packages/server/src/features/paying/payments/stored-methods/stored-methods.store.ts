import type { CardType, PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { MethodFacts } from '../../../../platform/payment-gateway/method-news.ts'
import type { ProviderName } from '../../../../platform/payment-gateway/payment-gateway.ts'

/** A card or bank account that the provider stores for a member. */
export interface StoredMethod {
  readonly methodId: string
  readonly memberNumber: string
  readonly paymentType: PaymentType
  /** `null` for a bank account. */
  readonly cardType: CardType | null
  readonly lastFour: string
  /** The last month in which a card can be charged, `yyyy-MM`; `null` for a bank account. */
  readonly expiry: string | null
  /** The member's name for it; empty without one. */
  readonly nickname: string
  readonly isDefault: boolean
  readonly addedAt: Date
  /** True when the bank forbade further debits in a return. */
  readonly isRefused: boolean
  /** True when its provider no longer has it. */
  readonly isGone: boolean
  /** The provider that stores it; `null`, for methods of former versions, is the hosted form. */
  readonly provider: ProviderName | null
}

/** Stands in place of the code of a bank for a method that its provider no longer has. */
export const goneCode = 'gone'

const columns = [
  'method_id',
  'member_number',
  'payment_type',
  'card_type',
  'last_four',
  'expiry',
  'nickname',
  'is_default',
  'added_at',
  'refused_code',
  'provider',
] as const

const methodRows = (executor: Executor) =>
  executor.selectFrom('pay.stored_method').select(columns).where('removed_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof methodRows>['executeTakeFirstOrThrow']>>

const toMethod = (row: Row): StoredMethod => ({
  methodId: row.method_id,
  memberNumber: row.member_number,
  paymentType: row.payment_type,
  cardType: row.card_type as CardType | null,
  lastFour: row.last_four,
  expiry: row.expiry,
  nickname: row.nickname,
  isDefault: row.is_default,
  addedAt: row.added_at,
  isRefused: row.refused_code !== null && row.refused_code !== goneCode,
  isGone: row.refused_code === goneCode,
  provider: row.provider,
})

/** Lists the methods of a member, the default one first, then the oldest. */
export async function listStoredMethods(executor: Executor, memberNumber: string): Promise<readonly StoredMethod[]> {
  const rows = await methodRows(executor)
    .where('member_number', '=', memberNumber)
    .orderBy('is_default', 'desc')
    .orderBy('added_at')
    .orderBy('method_id')
    .execute()
  return rows.map(toMethod)
}

/** Finds a method that the member has not removed; `undefined` also for another member's method. */
export async function findStoredMethod(
  executor: Executor,
  memberNumber: string,
  methodId: string,
): Promise<StoredMethod | undefined> {
  const row = await methodRows(executor)
    .where('member_number', '=', memberNumber)
    .where('method_id', '=', methodId)
    .executeTakeFirst()
  return row && toMethod(row)
}

/** Finds a stored method of the member and locks it, so that it is not removed or changed until the transaction ends. */
export async function lockStoredMethod(
  tx: Tx,
  memberNumber: string,
  methodId: string,
): Promise<StoredMethod | undefined> {
  const row = await methodRows(tx)
    .where('member_number', '=', memberNumber)
    .where('method_id', '=', methodId)
    .forUpdate()
    .executeTakeFirst()
  return row && toMethod(row)
}

/** Finds the encrypted token of a method that is not removed. */
export async function findToken(executor: Executor, methodId: string): Promise<Uint8Array | undefined> {
  const row = await executor
    .selectFrom('pay.stored_method')
    .select('token')
    .where('method_id', '=', methodId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.token
}

export interface NewStoredMethod {
  readonly methodId: string
  readonly memberNumber: string
  /** The encrypted token of the provider. */
  readonly token: Uint8Array
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string
  readonly expiry: string | null
  /** A keyed hash of the provider's fingerprint; `null` when the provider states none. */
  readonly fingerprint: string | null
  readonly isDefault: boolean
  readonly now: Date
  readonly provider: ProviderName | null
  /** The provider's reference of the request that stored it; `null` when it uses ours. */
  readonly providerReference: string | null
}

export async function insertStoredMethod(tx: Tx, method: NewStoredMethod): Promise<void> {
  await tx
    .insertInto('pay.stored_method')
    .values({
      method_id: method.methodId,
      member_number: method.memberNumber,
      token: method.token,
      payment_type: method.paymentType,
      card_type: method.cardType,
      last_four: method.lastFour,
      expiry: method.expiry,
      fingerprint: method.fingerprint,
      is_default: method.isDefault,
      added_at: method.now,
      provider: method.provider,
      provider_reference: method.providerReference,
    })
    .execute()
}

/** Locks the methods of a member until the transaction ends, so that changes and additions run one after another. */
export async function lockStoredMethods(tx: Tx, memberNumber: string): Promise<readonly StoredMethod[]> {
  await sql`select pg_advisory_xact_lock(8675315, hashtext(${memberNumber}))`.execute(tx)
  const rows = await methodRows(tx).where('member_number', '=', memberNumber).orderBy('method_id').forUpdate().execute()
  return rows.map(toMethod)
}

/** Sets the member's name for a method. */
export async function setNickname(tx: Tx, methodId: string, nickname: string): Promise<void> {
  await tx.updateTable('pay.stored_method').set({ nickname }).where('method_id', '=', methodId).execute()
}

/** Makes a method the only default of its member. */
export async function setDefaultMethod(tx: Tx, memberNumber: string, methodId: string): Promise<void> {
  const ofMember = () => tx.updateTable('pay.stored_method').where('member_number', '=', memberNumber)
  await ofMember().set({ is_default: false }).where(sql<boolean>`is_default`).execute()
  await ofMember().set({ is_default: true }).where('method_id', '=', methodId).execute()
}

/**
 * Records the code with which a bank forbade further debits of a method, and of the same bank account stored a second time. Fingerprints
 * under one key identify the account, or else the last digits. A later refusal changes nothing, so that the account may be stored again
 * after the first one.
 */
export async function refuseMethod(tx: Tx, methodId: string, code: string): Promise<void> {
  await sql`
    update pay.stored_method as method set refused_code = ${code}
    from pay.stored_method as refused
    where refused.method_id = ${methodId} and refused.refused_code is null
      and method.member_number = refused.member_number and method.removed_at is null
      and method.payment_type = refused.payment_type
      and case when split_part(method.fingerprint, ':', 1) = split_part(refused.fingerprint, ':', 1)
        then method.fingerprint = refused.fingerprint else method.last_four = refused.last_four end`.execute(tx)
}

/** Marks one method as refused, and no other of the same bank account. @returns false when it was refused or removed before. */
export async function refuseOnly(tx: Tx, methodId: string, code: string): Promise<boolean> {
  const row = await tx
    .updateTable('pay.stored_method')
    .set({ refused_code: code })
    .where('method_id', '=', methodId)
    .where('refused_code', 'is', null)
    .where('removed_at', 'is', null)
    .returning('method_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks methods as removed, so that they are no longer charged. Their rows stay until the provider has deleted the tokens. */
export async function markRemoved(executor: Executor, methodIds: readonly string[], now: Date): Promise<void> {
  await executor
    .updateTable('pay.stored_method')
    .set({ removed_at: now, is_default: false })
    .where('method_id', 'in', [...methodIds])
    .execute()
}

/** A method with its encrypted token. */
export interface MethodToken {
  readonly methodId: string
  readonly memberNumber: string
  readonly token: Uint8Array
  readonly lastFour: string
  readonly provider: ProviderName | null
}

const tokenRows = (executor: Executor) =>
  executor
    .selectFrom('pay.stored_method')
    .select(['method_id as methodId', 'member_number as memberNumber', 'token', 'last_four as lastFour', 'provider'])

/** Lists removed methods with their encrypted tokens, the earliest removal first. */
export async function listRemovedMethods(executor: Executor, limit: number): Promise<readonly MethodToken[]> {
  return tokenRows(executor).where('removed_at', 'is not', null).orderBy('removed_at').limit(limit).execute()
}

/** Lists the tokens of all members' remaining methods with these last digits, about one in 10,000 methods. */
export async function listTokensEnding(executor: Executor, lastFour: string): Promise<readonly MethodToken[]> {
  return tokenRows(executor).where('last_four', '=', lastFour).where('removed_at', 'is', null).execute()
}

/** Lists the tokens of the remaining methods that were stored under a reference of their provider. */
export async function listTokensUnder(executor: Executor, providerReference: string): Promise<readonly MethodToken[]> {
  return tokenRows(executor)
    .where('provider_reference', '=', providerReference)
    .where('removed_at', 'is', null)
    .execute()
}

/** A stored card with its encrypted token. */
export interface CardToken extends MethodToken {
  readonly cardType: string | null
}

interface CardWindow {
  /** `yyyy-MM`. */
  readonly month: string
  /** The last id of the previous window. */
  readonly after: string
  readonly limit: number
}

/** Lists a window of the cards that expire at the end of a month, by id. */
export async function listCardsOfMonth(
  executor: Executor,
  { month, after, limit }: CardWindow,
): Promise<readonly CardToken[]> {
  return tokenRows(executor)
    .select('card_type as cardType')
    .where('expiry', '=', month)
    .where('method_id', '>', after)
    .where('removed_at', 'is', null)
    .orderBy('method_id')
    .limit(limit)
    .execute()
}

/** Stores the facts that a method has now. Those of another kind of method are not taken over: its member stored a card, or a bank account. */
export async function renewStoredMethod(
  executor: Executor,
  methodId: string,
  { paymentType, cardType, lastFour, expiry }: MethodFacts,
): Promise<void> {
  await executor
    .updateTable('pay.stored_method')
    .set({ card_type: cardType, last_four: lastFour, expiry })
    .where('method_id', '=', methodId)
    .where('payment_type', '=', paymentType)
    .where('removed_at', 'is', null)
    .execute()
}

export async function deleteStoredMethod(executor: Executor, methodId: string): Promise<void> {
  await executor
    .deleteFrom('pay.stored_method')
    .where('method_id', '=', methodId)
    .where('removed_at', 'is not', null)
    .execute()
}

/** A use of a stored method: the kind of enrollment and its account. */
export interface MethodUse {
  readonly methodId: string
  readonly kind: string
  readonly accountNumber: string
}

/** Lists the uses of some methods of a member, from every slice that charges one. A scheduled payment is named by its first account. */
export async function listMethodUses(
  executor: Executor,
  memberNumber: string,
  methodIds: readonly string[],
): Promise<readonly MethodUse[]> {
  if (methodIds.length === 0) return []
  const wanted = sql`any (${[...methodIds]}::text[])`
  const { rows } = await sql<{ method_id: string; kind: string; account_number: string }>`
    select method_id, kind, account_number from pay.method_use where method_id = ${wanted}
    union all
    select method_id, 'scheduled' as kind, items -> 0 ->> 'accountNumber' as account_number
    from portal.scheduled_payment
    where member_number = ${memberNumber} and method_id = ${wanted} and ended_at is null
    order by account_number, kind`.execute(executor)
  return rows.map((row) => ({ methodId: row.method_id, kind: row.kind, accountNumber: row.account_number }))
}

/**
 * Forbids electronic checks from this account until a row of the cooperative's system allows them. The account's next holder may use
 * them.
 */
export async function restrictChecks(tx: Tx, accountNumber: string, memberNumber: string): Promise<void> {
  await tx
    .updateTable('cis.account')
    .set({ no_more_checks: true })
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .execute()
}

import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

export interface StoredApplication {
  readonly referenceNumber: string
  /** Encrypted; `null` after submission. */
  readonly draft: Uint8Array | null
  readonly accountType: string
  readonly submittedOn: CalendarDate | null
  readonly expiresAt: Date
}

const columns = [
  'reference_number as referenceNumber',
  'draft',
  'account_type as accountType',
  'submitted_on as submittedOn',
  'expires_at as expiresAt',
] as const

/** Finds the application of an unexpired link. */
export const findApplication = async (
  executor: Executor,
  tokenHash: Uint8Array,
  now: Date,
): Promise<StoredApplication | undefined> =>
  executor
    .selectFrom('portal.service_application')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** `findApplication`, locked until the transaction ends. */
export const lockApplication = async (
  tx: Tx,
  tokenHash: Uint8Array,
  now: Date,
): Promise<StoredApplication | undefined> =>
  tx
    .selectFrom('portal.service_application')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export async function insertApplication(
  executor: Executor,
  application: {
    readonly referenceNumber: string
    readonly tokenHash: Uint8Array
    readonly draft: Uint8Array
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await executor
    .insertInto('portal.service_application')
    .values({
      reference_number: application.referenceNumber,
      token_hash: application.tokenHash,
      draft: application.draft,
      created_at: application.now,
      expires_at: application.expiresAt,
    })
    .execute()
}

export async function updateDraft(tx: Tx, referenceNumber: string, draft: Uint8Array, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('portal.service_application')
    .set({ draft, expires_at: expiresAt })
    .where('reference_number', '=', referenceNumber)
    .execute()
}

/** Keeps a draft until `expiresAt`. */
export async function extendDraft(tx: Tx, referenceNumber: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('portal.service_application')
    .set({ expires_at: expiresAt })
    .where('reference_number', '=', referenceNumber)
    .execute()
}

/** Erases the draft. */
export async function markSubmitted(
  tx: Tx,
  referenceNumber: string,
  facts: { readonly accountType: string; readonly submittedOn: CalendarDate; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('portal.service_application')
    .set({
      draft: null,
      account_type: facts.accountType,
      submitted_on: facts.submittedOn,
      expires_at: facts.expiresAt,
    })
    .where('reference_number', '=', referenceNumber)
    .execute()
}

/** The imported status; `undefined` before the cooperative reports one. */
export async function findStatus(executor: Executor, referenceNumber: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('cis.service_application')
    .select('status')
    .where('reference_number', '=', referenceNumber)
    .executeTakeFirst()
  return row?.status
}

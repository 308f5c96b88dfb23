import type { DocumentType } from '@coopline/rules/service/service-applications/check-document'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

export interface StoredDocument {
  readonly documentId: string
  readonly sealedName: Uint8Array
  readonly mediaType: DocumentType
  readonly bytes: number
}

interface StoredContent {
  readonly documentId: string
  readonly sealedKey: Uint8Array
  readonly content: Uint8Array
}

const described = [
  'document_id as documentId',
  'sealed_name as sealedName',
  'media_type as mediaType',
  'byte_count as bytes',
] as const

/** Lists the documents of an application without their content, oldest first. */
export async function listDocuments(executor: Executor, referenceNumber: string): Promise<readonly StoredDocument[]> {
  const rows = await executor
    .selectFrom('portal.service_application_document')
    .select(described)
    .where('reference_number', '=', referenceNumber)
    .orderBy('place')
    .execute()
  return rows.map((row) => ({ ...row, mediaType: row.mediaType as DocumentType }))
}

/** Lists the content of the documents of an application that have this size. */
export const listContents = async (
  executor: Executor,
  referenceNumber: string,
  bytes: number,
): Promise<readonly StoredContent[]> =>
  executor
    .selectFrom('portal.service_application_document')
    .select(['document_id as documentId', 'sealed_key as sealedKey', 'content'])
    .where('reference_number', '=', referenceNumber)
    .where('byte_count', '=', bytes)
    .execute()

/** Finds a document of a submitted application, for staff. */
export const findSubmittedDocument = async (
  executor: Executor,
  referenceNumber: string,
  documentId: string,
): Promise<StoredContent | undefined> =>
  executor
    .selectFrom('portal.service_application_document')
    .select(['document_id as documentId', 'sealed_key as sealedKey', 'content'])
    .where('reference_number', '=', referenceNumber)
    .where('document_id', '=', documentId)
    .where('submitted_at', 'is not', null)
    .executeTakeFirst()

/** Lists the documents of a submitted application without their content, oldest first. */
export async function listSubmittedDocuments(
  executor: Executor,
  referenceNumber: string,
): Promise<readonly StoredDocument[]> {
  const rows = await executor
    .selectFrom('portal.service_application_document')
    .select(described)
    .where('reference_number', '=', referenceNumber)
    .where('submitted_at', 'is not', null)
    .orderBy('place')
    .execute()
  return rows.map((row) => ({ ...row, mediaType: row.mediaType as DocumentType }))
}

export async function insertDocument(
  tx: Tx,
  document: StoredDocument & StoredContent & { readonly referenceNumber: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('portal.service_application_document')
    .values({
      reference_number: document.referenceNumber,
      document_id: document.documentId,
      sealed_name: document.sealedName,
      media_type: document.mediaType,
      byte_count: document.bytes,
      sealed_key: document.sealedKey,
      content: document.content,
      created_at: document.now,
    })
    .execute()
}

/** @returns whether there was such a document. */
export async function deleteDocument(tx: Tx, referenceNumber: string, documentId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('portal.service_application_document')
    .where('reference_number', '=', referenceNumber)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Bytes of all documents of all applications. Counts the largest ones only, when there are more than 50,000. */
export async function sumDocumentBytes(executor: Executor): Promise<number> {
  const { bytes } = await executor
    .selectFrom((from) =>
      from
        .selectFrom('portal.service_application_document')
        .select('byte_count')
        .orderBy('byte_count', 'desc')
        .limit(50_000)
        .as('largest'),
    )
    .select(({ fn }) => fn.coalesce(fn.sum<string>('byte_count'), sql<string>`0`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Marks the documents of an application as submitted, from when on their retention counts. */
export async function markDocumentsSubmitted(tx: Tx, referenceNumber: string, now: Date): Promise<void> {
  await tx
    .updateTable('portal.service_application_document')
    .set({ submitted_at: now })
    .where('reference_number', '=', referenceNumber)
    .execute()
}

/** Deletes the documents of a submitted application. @returns how many. */
export async function deleteSubmittedDocuments(tx: Tx, referenceNumber: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('portal.service_application_document')
    .where('reference_number', '=', referenceNumber)
    .where('submitted_at', 'is not', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

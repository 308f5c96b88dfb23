import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** A document is either a PDF in DOCUMENTS_DIR or an external URL; the other field is empty. */
export interface MemberDocumentSource {
  readonly fileName: string
  readonly url: string
}

export interface MemberDocumentRow extends MemberDocumentSource {
  readonly id: number
  readonly title: string
  /** The Spanish title. When it is empty, the page shows the English one. */
  readonly spanishTitle: string
}

/** Maximum number of documents, to keep the page readable. */
export const mostMemberDocuments = 200

/** Lists the documents in the order in which they were added. */
export async function listMemberDocuments(executor: Executor): Promise<readonly MemberDocumentRow[]> {
  return executor
    .selectFrom('portal.member_document')
    .select(['id', 'title', 'title_es as spanishTitle', 'file_name as fileName', 'url'])
    .orderBy('id')
    .limit(mostMemberDocuments)
    .execute()
}

/** Finds the file of a document; `undefined` when the document does not exist or is a link. */
export async function findMemberDocumentFile(executor: Executor, id: number): Promise<string | undefined> {
  const row = await executor
    .selectFrom('portal.member_document')
    .select('file_name')
    .where('id', '=', id)
    .where('file_name', '!=', '')
    .executeTakeFirst()
  return row?.file_name
}

/** Inserts a document. @returns its id. */
export async function insertMemberDocument(
  tx: Tx,
  { title, spanishTitle, fileName, url }: Omit<MemberDocumentRow, 'id'>,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('portal.member_document')
    .values({ title, title_es: spanishTitle, file_name: fileName, url, added_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a document. @returns false when there is no such document. */
export async function deleteMemberDocument(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('portal.member_document').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

import type { Executor, Tx } from '../../platform/db/open-database.ts'

/** A document is a PDF in DOCUMENTS_DIR or an address elsewhere; the other one is empty. */
export interface MemberDocumentSource {
  readonly fileName: string
  readonly url: string
}

export interface MemberDocumentRow extends MemberDocumentSource {
  readonly id: number
  readonly title: string
  /** Empty: the English title is shown. */
  readonly spanishTitle: string
}

/** The maximum number of documents: a page that lists more helps nobody. */
export const mostMemberDocuments = 200

/** The documents in the order in which they were added. */
export async function listMemberDocuments(executor: Executor): Promise<readonly MemberDocumentRow[]> {
  return executor
    .selectFrom('portal.member_document')
    .select(['id', 'title', 'title_es as spanishTitle', 'file_name as fileName', 'url'])
    .orderBy('id')
    .limit(mostMemberDocuments)
    .execute()
}

/** The file of a document; `undefined` when there is no such document or it has none. */
export async function findMemberDocumentFile(executor: Executor, id: number): Promise<string | undefined> {
  const row = await executor
    .selectFrom('portal.member_document')
    .select('file_name')
    .where('id', '=', id)
    .where('file_name', '!=', '')
    .executeTakeFirst()
  return row?.file_name
}

/** @returns the number of the new document. */
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

/** @returns false when there is no such document. */
export async function deleteMemberDocument(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('portal.member_document').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

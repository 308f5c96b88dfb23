/** Bytes of the largest document. */
export const maxDocumentBytes = 5_000_000

/** Bytes of all documents of an application. */
export const maxDocumentsBytes = 15_000_000

/** The most documents that a cooperative can allow for an application. */
export const mostDocuments = 10

/** Media types of documents, as browsers name them. */
export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type DocumentType = (typeof documentTypes)[number]

export type DocumentProblem =
  | {
      readonly code:
        | 'document-empty'
        | 'document-type'
        | 'document-broken'
        | 'document-protected'
        | 'document-dimensions'
        | 'document-too-large'
        | 'documents-too-large'
        | 'documents-full'
    }
  | { readonly code: 'documents-too-many'; readonly most: number }

/** Checks the size of a document alone and together with the others. @returns `null` when it fits. */
export function checkDocument(
  bytes: number,
  others: readonly { readonly bytes: number }[],
  most: number,
): DocumentProblem | null {
  if (bytes === 0) return { code: 'document-empty' }
  if (bytes > maxDocumentBytes) return { code: 'document-too-large' }
  if (others.length >= most) return { code: 'documents-too-many', most }
  const total = others.reduce((sum, other) => sum + other.bytes, bytes)
  return total > maxDocumentsBytes ? { code: 'documents-too-large' } : null
}

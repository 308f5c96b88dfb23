import type { DocumentType } from '@coopline/rules/service/service-applications/check-document'
import { cleanImage } from './clean-image.ts'
import { beginsAsPdf, cleanPdf, DocumentRefused } from './clean-pdf.ts'
import { ImageRefused } from './image-refused.ts'

export interface CleanDocument {
  readonly mediaType: DocumentType
  readonly extension: 'pdf' | 'jpg' | 'png'
  /** A picture without metadata, or a PDF without anything after its end. */
  readonly bytes: Uint8Array
}

const faultOfPicture = {
  'photo-type': 'document-type',
  'photo-broken': 'document-broken',
  'photo-dimensions': 'document-dimensions',
} as const

/**
 * Detects the type of a document from its bytes, not its name, and removes what a reader does not need.
 *
 * @throws DocumentRefused.
 */
export function cleanDocument(bytes: Uint8Array): CleanDocument {
  if (beginsAsPdf(bytes)) return { mediaType: 'application/pdf', extension: 'pdf', bytes: cleanPdf(bytes) }
  try {
    return cleanImage(bytes)
  } catch (error) {
    throw error instanceof ImageRefused ? new DocumentRefused(faultOfPicture[error.fault]) : error
  }
}

import { expect, it } from 'vitest'
import { checkDocument, maxDocumentBytes, maxDocumentsBytes } from './check-document.ts'
import { documentMessage } from './document.messages.ts'

const others = (count: number, bytes = 1) => Array.from({ length: count }, () => ({ bytes }))

it('accepts a document of exactly 5 MB and refuses one of a byte more', () => {
  expect(checkDocument(maxDocumentBytes, [], 5)).toBeNull()
  expect(checkDocument(maxDocumentBytes + 1, [], 5)).toEqual({ code: 'document-too-large' })
  expect(checkDocument(0, [], 5)).toEqual({ code: 'document-empty' })
})

it('accepts documents up to the cooperative’s number and 15 MB in total', () => {
  expect(checkDocument(1, others(4), 5)).toBeNull()
  expect(checkDocument(1, others(5), 5)).toEqual({ code: 'documents-too-many', most: 5 })
  const whole = maxDocumentsBytes - 2 * maxDocumentBytes
  expect(checkDocument(whole, others(2, maxDocumentBytes), 5)).toBeNull()
  expect(checkDocument(whole, [...others(2, maxDocumentBytes), { bytes: 1 }], 5)).toEqual({
    code: 'documents-too-large',
  })
})

it('names the limit in the sentence, in the singular for one file', () => {
  expect(documentMessage({ code: 'documents-too-many', most: 5 }, 'en')).toBe(
    'You can attach up to 5 files. Remove one before you attach another one.',
  )
  expect(documentMessage({ code: 'documents-too-many', most: 1 }, 'es')).toBe(
    'Puede adjuntar un archivo. Quítelo antes de adjuntar otro.',
  )
  expect(documentMessage({ code: 'document-too-large' }, 'en')).toBe('A file can be up to 5 MB.')
  expect(documentMessage({ code: 'documents-too-large' }, 'es')).toContain('hasta 15 MB')
})

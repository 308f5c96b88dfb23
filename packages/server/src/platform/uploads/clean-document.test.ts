import { expect, it } from 'vitest'
import { aPdf } from '../../testing/pdfs.ts'
import { aJpeg, aPng, gpsText } from '../../testing/pictures.ts'
import { cleanDocument } from './clean-document.ts'
import { DocumentRefused } from './clean-pdf.ts'

const faultOf = (bytes: Uint8Array): string => {
  try {
    cleanDocument(bytes)
  } catch (error) {
    if (error instanceof DocumentRefused) return error.fault
    throw error
  }
  return 'none'
}

it('keeps a PDF byte for byte, and leaves out what follows its end', () => {
  const pdf = aPdf()
  expect(cleanDocument(pdf)).toEqual({ mediaType: 'application/pdf', extension: 'pdf', bytes: pdf })
  const archive = Buffer.from('PK\x03\x04 evil.exe')
  const { bytes } = cleanDocument(Buffer.concat([pdf, archive]))
  expect(Buffer.from(bytes).equals(pdf)).toBe(true)
})

it('keeps a PDF that was changed after it was written, up to its last end', () => {
  const first = aPdf()
  const changed = Buffer.concat([
    first,
    Buffer.from(`xref\n0 0\ntrailer\n<< /Root 1 0 R >>\nstartxref\n${first.length}\n%%EOF`),
  ])
  expect(Buffer.from(cleanDocument(changed).bytes).toString('latin1')).toBe(changed.toString('latin1'))
})

it.each([
  ['in its trailer', '/Encrypt 9 0 R '],
  ['in place', '/Encrypt << /Filter /Standard >> '],
])('refuses an encrypted PDF, said %s', (_where, trailer) => {
  expect(faultOf(aPdf({ trailer }))).toBe('document-protected')
})

it('keeps a PDF that only mentions the word Encrypt', () => {
  expect(faultOf(aPdf({ text: '/EncryptMetadata Encrypt' }))).toBe('none')
})

it.each<[string, Buffer]>([
  ['cut', aPdf().subarray(0, 200)],
  ['of a header alone', Buffer.from('%PDF-1.7')],
  ['whose pointer leads behind its end', Buffer.from('%PDF-1.7\nstartxref\n9999\n%%EOF')],
  ['whose table follows its end', Buffer.from('%PDF-1.7\nstartxref\n30\n%%EOF\n\n\nxref\n')],
  ['whose pointer leads to no table', Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF')],
  ['with more than a kilobyte after its end', Buffer.concat([aPdf(), Buffer.alloc(2_000)])],
])('refuses a PDF %s', (_what, bytes) => {
  expect(faultOf(bytes)).toBe('document-broken')
})

it('refuses everything that is no PDF, JPEG or PNG, and a PDF with something in front', () => {
  for (const other of ['PK\x03\x04', 'MZ', '<svg/>', '<html>', 'GIF89a', '%PDF', '%PDF-9.9', '\0'])
    expect([other, faultOf(Buffer.from(other, 'latin1'))]).toEqual([other, 'document-type'])
  expect(faultOf(Buffer.concat([Buffer.from('MZ'), aPdf()]))).toBe('document-type')
})

it('takes pictures without their location, and refuses broken ones and bombs', () => {
  for (const picture of [aJpeg({ orientation: 6 }), aPng({ orientation: 6 })]) {
    expect(picture.includes(gpsText)).toBe(true)
    expect(Buffer.from(cleanDocument(picture).bytes).includes(gpsText)).toBe(false)
  }
  expect(faultOf(aJpeg().subarray(0, 90))).toBe('document-broken')
  expect(faultOf(aPng({ width: 60_000, height: 60_000 }))).toBe('document-dimensions')
})

import { crc32 } from 'node:zlib'
import { ImageRefused, requireDrawable } from './image-refused.ts'

const signatureLength = 8
/** Length, type and checksum around the data of a chunk. */
const frameLength = 12

/** Chunks that draw the picture, and those that say how bright, which colors and which parts are transparent. */
const kept: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'])

/** Copies a PNG without its metadata. The picture does not change. @throws ImageRefused. */
export function cleanPng(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, signatureLength)]
  let hasPixels = false
  for (let at = signatureLength; at + frameLength <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + frameLength + length
    if (end > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) break
    if ((type === 'IHDR') !== (at === signatureLength)) break
    if (type === 'IHDR') {
      if (length !== 13) break
      requireDrawable(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    }
    // An unknown chunk whose name begins with a capital is needed to draw the picture.
    if (!kept.has(type) && /^[^a-z]/u.test(type)) break
    if (kept.has(type)) parts.push(bytes.subarray(at, end))
    hasPixels ||= type === 'IDAT'
    if (type === 'IEND' && hasPixels) return Buffer.concat(parts)
    at = end
  }
  throw new ImageRefused('photo-broken')
}

import { cleanJpeg } from './clean-jpeg.ts'
import { ImageRefused, requireDrawable } from './image-refused.ts'
import { crc32 } from 'node:zlib'

const signatureLength = 8
/** Length, type and checksum around the data of a chunk. */
const frameLength = 12

/** Chunks that draw the picture, and those that say how bright, which colors and which parts are transparent. */
const kept: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'])

/** Copies a PNG without its metadata. The picture does not change. @throws ImageRefused. */
function cleanPng(source: Uint8Array): Uint8Array {
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

export interface CleanImage {
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly extension: 'jpg' | 'png'
  /** The picture without metadata: no location, no device, no text, nothing after its end. */
  readonly bytes: Uint8Array
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((value, place) => bytes[place] === value)

/**
 * Recognizes a picture's type by its bytes and copies the parts that draw it. Nothing is decoded.
 *
 * @throws ImageRefused for other types, broken or cut pictures, and pictures with too many pixels.
 */
export function cleanImage(bytes: Uint8Array): CleanImage {
  if (startsWith(bytes, [0xff, 0xd8, 0xff]))
    return { mediaType: 'image/jpeg', extension: 'jpg', bytes: cleanJpeg(bytes) }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { mediaType: 'image/png', extension: 'png', bytes: cleanPng(bytes) }
  throw new ImageRefused('photo-type')
}

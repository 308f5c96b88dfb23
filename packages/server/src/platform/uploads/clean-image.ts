import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { ImageRefused } from './image-refused.ts'

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

import { ImageRefused, requireDrawable } from './image-refused.ts'

const tag = 0x0112
/** Marker, length and `Exif\0\0` before the TIFF header. */
const headerLength = 10
/** Entries of the first directory; cameras write about a dozen. */
const maxEntries = 200

/** The orientation in an EXIF segment, 1 to 8; 1 when it has none that can be read. */
function findOrientation(segment: Buffer): number {
  if (segment.toString('latin1', 4, headerLength) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(headerLength)
  if (tiff.length < 10) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Math.min(short(directory), maxEntries)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) !== tag) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** An EXIF segment that holds the orientation and nothing else. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return Buffer.concat([Uint8Array.of(0xff, 0xe1, 0, 8 + tiff.length), Buffer.from('Exif\0\0'), Uint8Array.from(tiff)])
}

const broken = () => new ImageRefused('photo-broken')

/** Start of frame: baseline, progressive and their kin, but not the tables whose markers lie between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const [endOfImage, startOfScan, exif, adobe, comment] = [0xd9, 0xda, 0xe1, 0xee, 0xfe]
/** Tables: Huffman, quantization and restart interval. */
const isTable = (marker: number): boolean => marker === 0xc4 || marker === 0xdb || marker === 0xdd
const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === comment

/**
 * Copies a JPEG without its metadata: no location, no device, no thumbnail, no text, nothing after its end. Keeps which way up
 * the picture is, and how Adobe stores its colors. The picture does not change.
 *
 * @throws ImageRefused.
 */
export function cleanJpeg(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const parts: Uint8Array[] = []
  let [orientation, frames, scans] = [1, 0, 0]
  for (let at = 2; ; ) {
    const marker = markerAt(bytes, at)
    if (marker === endOfImage) {
      if (frames !== 1 || scans === 0) throw broken()
      const start = orientation === 1 ? [] : [orientationSegment(orientation)]
      return Buffer.concat([bytes.subarray(0, 2), ...start, ...parts, Uint8Array.of(0xff, endOfImage)])
    }
    const end = segmentEnd(bytes, at)
    const segment = bytes.subarray(at, end)
    at = end
    if (isFrame(marker)) {
      frames += 1
      requireDrawable(...sizeOf(segment))
      parts.push(segment)
    } else if (marker === startOfScan) {
      scans += 1
      at = scanEnd(bytes, end)
      parts.push(segment, bytes.subarray(end, at))
    } else if (isTable(marker) || (marker === adobe && segment.toString('latin1', 4, 9) === 'Adobe'))
      parts.push(segment)
    else if (!isMetadata(marker)) throw broken()
    else if (marker === exif && orientation === 1) orientation = findOrientation(segment)
  }
}

function markerAt(bytes: Buffer, at: number): number {
  const marker = bytes[at + 1]
  if (bytes[at] !== 0xff || marker === undefined) throw broken()
  return marker
}

function segmentEnd(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw broken()
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  if (length < 2 || end > bytes.length) throw broken()
  return end
}

/** Width and height of a frame. */
function sizeOf(frame: Buffer): readonly [number, number] {
  if (frame.length < 10) throw broken()
  return [frame.readUInt16BE(7), frame.readUInt16BE(5)]
}

/** The scan lasts until a marker that is neither a stuffed 0xFF nor a restart. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    const belongs = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!belongs) return at
  }
  throw broken()
}

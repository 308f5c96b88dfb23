import { crc32, deflateSync } from 'node:zlib'

const segment = (marker: number, content: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const be16 = (value: number): readonly number[] => [value >> 8, value & 0xff]

/** A place in the metadata of a picture, as text that a test can look for. */
export const gpsText = '44.8113N 91.4985W'

/** EXIF as phones write it: which way up the picture is, and where it was taken. */
const exif = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1'),
    Buffer.from([2, 0, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 40, 0, 0, 0]),
    Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(gpsText),
  ])

interface Picture {
  readonly width?: number
  readonly height?: number
  /** EXIF with a location and this orientation, and a comment. */
  readonly orientation?: number
}

/** The parts of a gray JPEG of 1 × 1 pixel that claims any size. */
export function aJpeg({ width = 1, height = 1, orientation }: Picture = {}): Buffer {
  const metadata =
    orientation === undefined
      ? []
      : [segment(0xe1, exif(orientation)), segment(0xed, Buffer.from(gpsText)), segment(0xfe, Buffer.from(gpsText))]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...metadata,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.from([8, ...be16(height), ...be16(width), 1, 1, 0x11, 0])),
    segment(0xc4, Buffer.from([0, 1, ...Buffer.alloc(15), 0])),
    segment(0xc4, Buffer.from([0x10, 1, ...Buffer.alloc(15), 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0x00, 0xff, 0xd0, 0x3f]),
    Buffer.from([0xff, 0xd9]),
  ])
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A gray PNG whose pixels are those of 1 × 1, and that claims any size. */
export function aPng({ width = 1, height = 1, orientation }: Picture = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const metadata =
    orientation === undefined
      ? []
      : [chunk('eXIf', exif(orientation).subarray(6)), chunk('tEXt', Buffer.from(`Place\0${gpsText}`))]
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...metadata,
    chunk('IDAT', deflateSync(Buffer.from([0, 0x7f]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

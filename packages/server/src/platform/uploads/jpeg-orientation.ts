const tag = 0x0112
/** Marker, length and `Exif\0\0` before the TIFF header. */
const headerLength = 10
/** Entries of the first directory; cameras write about a dozen. */
const maxEntries = 200

/** The orientation in an EXIF segment, 1 to 8; 1 when it has none that can be read. */
export function findOrientation(segment: Buffer): number {
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
export function orientationSegment(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return Buffer.concat([Uint8Array.of(0xff, 0xe1, 0, 8 + tiff.length), Buffer.from('Exif\0\0'), Uint8Array.from(tiff)])
}

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aJpeg, aPng, gpsText } from '../../testing/pictures.ts'
import { cleanImage } from './clean-image.ts'
import { ImageRefused } from './image-refused.ts'

const faultOf = (bytes: Uint8Array): string => {
  try {
    cleanImage(bytes)
  } catch (error) {
    if (error instanceof ImageRefused) return error.fault
    throw error
  }
  return 'none'
}

describe.each([
  ['JPEG', aJpeg, 'image/jpeg'],
  ['PNG', aPng, 'image/png'],
] as const)('a %s', (_name, picture, mediaType) => {
  it('without metadata keeps its type and every byte that draws it', () => {
    const cleaned = cleanImage(picture())
    expect(cleaned.mediaType).toBe(mediaType)
    const again = cleanImage(cleaned.bytes)
    expect(Buffer.from(again.bytes).equals(cleaned.bytes)).toBe(true)
  })

  it('loses its location, comments and thumbnail texts', () => {
    expect(picture({ orientation: 1 }).includes(gpsText)).toBe(true)
    const { bytes } = cleanImage(picture({ orientation: 1 }))
    expect(Buffer.from(bytes).includes(gpsText)).toBe(false)
    expect(Buffer.from(bytes).equals(cleanImage(picture()).bytes)).toBe(true)
  })

  it('loses everything after its end, such as an archive', () => {
    const archive = Buffer.from('PK\x03\x04 evil.exe')
    const { bytes } = cleanImage(Buffer.concat([picture(), archive]))
    expect(Buffer.from(bytes).includes(archive)).toBe(false)
  })

  it('is refused when it is cut anywhere', () => {
    const whole = picture({ orientation: 6 })
    for (let length = 9; length < whole.length; length += 1)
      expect([length, faultOf(whole.subarray(0, length))]).toEqual([length, 'photo-broken'])
  })

  it('is refused by the size that it claims, before anything is decoded', () => {
    expect(faultOf(picture({ width: 9_000, height: 6_000 }))).toBe('none')
    expect(faultOf(picture({ width: 65_000, height: 65_000 }))).toBe('photo-dimensions')
    expect(faultOf(picture({ width: 20_001, height: 1 }))).toBe('photo-dimensions')
    expect(faultOf(picture({ width: 10_000, height: 6_001 }))).toBe('photo-dimensions')
    expect(faultOf(picture({ width: 0, height: 10 }))).toBe('photo-broken')
  })

  it('answers any damage with a refusal or a picture, in little time', () => {
    const whole = picture({ orientation: 6 })
    const began = performance.now()
    for (let at = 0; at < whole.length; at += 1)
      for (const value of [0, 0xff, 0x7f]) {
        const damaged = Buffer.from(whole)
        damaged[at] = value
        expect(['none', 'photo-type', 'photo-broken', 'photo-dimensions']).toContain(faultOf(damaged))
      }
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

it('keeps which way up a JPEG is, and nothing else of its EXIF', () => {
  const { bytes } = cleanImage(aJpeg({ orientation: 6 }))
  const exif = Buffer.from(bytes).subarray(2, 38)
  expect(exif.toString('latin1', 4, 10)).toBe('Exif\0\0')
  expect([...exif.subarray(20, 32)]).toEqual([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])
  expect(Buffer.from(cleanImage(bytes).bytes).equals(bytes)).toBe(true)
  expect(Buffer.from(bytes).includes(gpsText)).toBe(false)
})

it('recognizes the type by the content: archives, pages, drawings, documents and moving pictures are refused', () => {
  const others = ['PK\x03\x04', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '%PDF-1.7', 'GIF89a', 'RIFF', '']
  for (const other of others) expect(faultOf(Buffer.from(other, 'latin1'))).toBe('photo-type')
  expect(faultOf(deflateSync(Buffer.alloc(100_000)))).toBe('photo-type')
})

it('refuses a JPEG with two frames and a PNG with a wrong checksum or an unknown part that draws', () => {
  const jpeg = aJpeg()
  const frame = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xc0])), jpeg.indexOf(Buffer.from([0xff, 0xc4])))
  const twice = Buffer.concat([jpeg.subarray(0, 20), frame, jpeg.subarray(20)])
  expect(faultOf(twice)).toBe('photo-broken')
  const png = aPng()
  png[png.length - 1] = 0
  expect(faultOf(png)).toBe('photo-broken')
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const load = createRequire(import.meta.url)

/**
 * Reads the font for letters that the standard fonts of PDF lack, with nearly every script (decision 0275). That takes about 60 ms, so
 * call it only for a bill that needs it. A PDF embeds only the letters that it uses.
 */
export const readFallbackFont = (): Buffer =>
  toSfnt(readFileSync(load.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')))

const [woffHeader, woffRecord, sfntHeader, sfntRecord] = [44, 20, 12, 16] as const
const aligned = (length: number): number => Math.ceil(length / 4) * 4

/**
 * Inflates the tables of a WOFF font. pdfkit reads WOFF too, but inflates the table of outlines again for each letter, which takes
 * seconds.
 */
function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_none, index) => {
    const at = woffHeader + index * woffRecord
    const [offset, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(at + place)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      content: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(sfntHeader + count * sfntRecord)
  woff.copy(head, 0, 4, 8)
  for (const [place, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.writeUInt16BE(value, 4 + 2 * place)
  let end = head.length
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = sfntHeader + index * sfntRecord
    tag.copy(head, at)
    for (const [place, value] of [checksum, end, content.length].entries())
      head.writeUInt32BE(value, at + 4 + 4 * place)
    end += aligned(content.length)
  }
  const padded = tables.flatMap(({ content }) => [content, Buffer.alloc(aligned(content.length) - content.length)])
  return Buffer.concat([head, ...padded])
}

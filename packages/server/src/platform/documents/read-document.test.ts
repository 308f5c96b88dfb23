import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../../read-env.ts'
import { createLog } from '../log.ts'
import { readDocument } from './read-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-read-document-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads a document and returns its bytes with the reasons and lines that were logged. */
async function read(name: string, dir: string | undefined = folder) {
  const lines: string[] = []
  const env = readEnv({ NODE_ENV: 'test', DOCUMENTS_DIR: dir })
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const bytes = await readDocument({ env, log }, name)
  return { bytes, reasons: lines.map((line) => (JSON.parse(line) as { reason: string }).reason), lines }
}

test('a PDF of the folder is read, byte for byte, and the log says nothing', async () => {
  const bytes = Buffer.from('%PDF-1.7 \xff\x00', 'latin1')
  writeFileSync(join(folder, 'bill.pdf'), bytes)
  expect(await read('bill.pdf')).toEqual({ bytes, reasons: [], lines: [] })
})

test('a missing or too large file, a folder, a pipe or anything but a PDF is not read, and the log says why but not which [SEC-37]', async () => {
  writeFileSync(join(folder, 'page-100100101.html'), '<script>')
  writeFileSync(join(folder, 'large-100100101.pdf'), '%PDF-1.7')
  truncateSync(join(folder, 'large-100100101.pdf'), 8 * 1024 * 1024 + 1)
  execFileSync('mkfifo', [join(folder, 'pipe-100100101.pdf')])
  for (const [name, reason] of [
    ['gone-100100101.pdf', 'ENOENT'],
    ['page-100100101.html', 'not a PDF'],
    ['large-100100101.pdf', 'larger than 8 MB'],
    ['pipe-100100101.pdf', 'not a file'],
    ['.', 'lies outside DOCUMENTS_DIR'],
    ['../100100101.pdf', 'ENOENT'],
    ['a\0b', 'not a file name'],
  ] as const) {
    const { bytes, reasons, lines } = await read(name)
    expect(bytes, name).toBeUndefined()
    expect(reasons).toEqual([reason])
    expect(lines.join('')).not.toContain('100100101')
  }
})

test('without a folder for documents there are none', async () => {
  expect(await read('bill.pdf', '')).toMatchObject({ bytes: undefined, reasons: ['DOCUMENTS_DIR is not set'] })
})

import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { envDocs } from '../testing/env-docs.ts'
import { readEnv } from '../read-env.ts'
import { secretSettings } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function faultsOf(env: Readonly<Record<string, string>>): string {
  try {
    readEnv(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('a secret is read from the file that NAME_FILE names, without its last line break, also through a link [REQ-D-480]', () => {
  symlinkSync(file('..data', 'metrics-token-of-a-file\r\n'), join(folder, 'token'))
  const env = readEnv({ METRICS_TOKEN_FILE: join(folder, 'token'), TEXT_MESSAGE_TOKEN: '' })
  expect(env.METRICS_TOKEN).toBe('metrics-token-of-a-file')
  expect(env.TEXT_MESSAGE_TOKEN).toBeUndefined()
  expect(readEnv({ METRICS_TOKEN: '', METRICS_TOKEN_FILE: join(folder, 'token') }).METRICS_TOKEN).toBe(
    'metrics-token-of-a-file',
  )
})

test('the content of a file is checked like a variable, and no message quotes it [REQ-D-480]', () => {
  const message = faultsOf({ APP_KEYS_FILE: file('short', 'k1:QmFk') })
  expect(message).toContain('- APP_KEYS:')
  expect(message).not.toContain('QmFk')
  const unfit = faultsOf({ NODE_ENV: 'production', SMTP_URL_FILE: file('mail', 'smtp://u:p4ss@mail.example.org') })
  expect(unfit).toContain('- SMTP_URL: Production needs smtps://')
  expect(unfit).not.toContain('p4ss')
})

test.each([
  ['there is no such file', () => join(folder, 'none')],
  ['it is not a file', () => folder],
  ['it is empty', () => file('empty', '\n')],
  ['it has more than one line', () => file('lines', 'one-metrics-token\ntwo')],
  ['it has more than one line', () => file('nul', 'one-metrics-token\0')],
  ['it has more than 16384 bytes', () => file('large', 'x'.repeat(16_385))],
  ['it is not text in UTF-8', () => file('binary', Uint8Array.of(0xff, 0xfe, 0x41))],
])('a file that cannot be a secret is refused: %s [REQ-D-480]', (reason, path) => {
  const named = path()
  expect(faultsOf({ METRICS_TOKEN_FILE: named })).toContain(`- METRICS_TOKEN_FILE: ${named} cannot be read: ${reason}`)
})

test.skipIf(process.getuid?.() === 0)('a file that the user may not read is refused [REQ-D-480]', () => {
  const path = file('locked', 'metrics-token-of-a-file')
  chmodSync(path, 0)
  expect(faultsOf({ METRICS_TOKEN_FILE: path })).toContain('this user may not read it')
})

test('a secret that is given twice, a file for what is no secret, and a misspelled name are refused [REQ-D-480]', () => {
  const path = file('twice', 'metrics-token-of-a-file')
  expect(faultsOf({ METRICS_TOKEN: 'another-metrics-token', METRICS_TOKEN_FILE: path })).toContain(
    '- METRICS_TOKEN_FILE: Give it or METRICS_TOKEN, not both',
  )
  expect(faultsOf({ MAIL_FROM_FILE: path })).toContain('- MAIL_FROM_FILE: MAIL_FROM is no secret')
  expect(faultsOf({ METRIC_TOKEN_FILE: path })).toContain('Did you mean METRICS_TOKEN_FILE?')
})

test('every setting that holds a secret may be a file, and the documentation names it [REQ-D-480]', () => {
  const named = [...envDocs().matchAll(/^\| `(?<name>\w+)`/gmu)].map(({ groups }) => groups?.['name'] ?? '')
  const looksSecret = named.filter((name) =>
    /KEYS?(?:_|$)|SECRET|TOKEN|PASSWORD|HEADERS|DATABASE\w*_URL|SMTP/u.test(name),
  )
  expect(looksSecret.filter((name) => !secretSettings.includes(name))).toEqual([])
  expect(secretSettings.filter((name) => !named.includes(name))).toEqual([])
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/OPERATIONS.md'), 'utf8')
  for (const name of secretSettings) expect(document).toContain(`\`${name}\`, \`${name}_FILE\``)
})

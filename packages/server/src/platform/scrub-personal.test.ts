import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { scrubPersonal } from './scrub-personal.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let lines = ''
  write(createLog('debug', { write: (line) => void (lines += line) }))
  return lines
}

describe('what may not be in a log is taken out of every text of a line [SEC-69]', () => {
  test.each([
    ['a bare phone number', '2025550123'],
    ['a phone number that starts a text, as years do', '2025550123 called'],
    ['a phone number with parentheses', 'call (202) 555-0123 now'],
    ['a phone number with dots', 'call 202.555.0123'],
    ['a phone number behind a line break', 'line\n2025550123'],
    ['a phone number with a country', '+1 202 555 0123'],
    ['an e-mail address', 'to pat.doe+bill@example.coop, please'],
    ['an e-mail address with letters beyond English', 'to josé.ñandú@correo.example'],
    ['an account number of nine digits', 'account 100200300 is gone'],
    ['an account number of seven digits', 'account=1002003'],
    ['a card number in groups', '4111 1111 1111 1111'],
    ['a card number of one piece', 'x4111111111111111x'],
    ['a routing number and a bank account', '021000021/000123456789'],
    ['thirty digits', '123456789012345678901234567890'],
    ['a bearer token', 'Authorization: Bearer abc.def-ghi_jkl'],
    ['a long random token', `token ${'aB3_'.repeat(11)}`],
    ['a token of 5,000 characters', 'aB3_'.repeat(1250)],
  ])('%s [SEC-69]', (_what, text) => {
    const secret = /josé|pat\.doe|202.{0,3}555|0123|1002003|100200300|4111|021000021|123456789|abc\.def|aB3_/u
    const line = logged((log) => log.info({ note: text, deeper: [{ note: text }] }, text))
    expect(line.match(secret)).toBeNull()
    expect(line.split('[removed]').length).toBeGreaterThanOrEqual(4)
  })

  test('secrets are removed by name wherever the object is handed over [SEC-69]', () => {
    const secrets = { password: 'Hunter2!', quickPayToken: 'short', phoneLastFourDigits: '4821', cookie: 'a=b' }
    const line = logged((log) =>
      log.info({ ...secrets, request: { body: secrets, calls: [{ a: { b: { c: secrets } } }] } }, 'x'),
    )
    expect(line).not.toMatch(/Hunter2|short|4821|a=b/u)
  })

  test('an error is logged with its type, message, code, stack and cause, without the rows that a database adds [SEC-69]', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (name)=(Pat Doe) exists' })
    const line = logged((log) => log.error({ err: new Error('Could not save', { cause }) }, 'x'))
    const { err } = JSON.parse(line) as { err: Record<string, unknown> }
    expect(err).toMatchObject({ type: 'Error', message: 'Could not save', cause: { code: '23505' } })
    expect(err.stack).toContain('scrub-personal.test.ts')
    expect(line).not.toContain('Pat Doe')
  })
})

describe('what a log is for stays readable', () => {
  test('the id of a trace is whole, although it may hold a run of digits like a phone number', () => {
    const traceId = '880eed7361a6e28949580b41f8e05fa0'
    expect(logged((log) => log.info({ traceId }, 'request'))).toContain(traceId)
  })

  test.each([
    '2026-11-20T15:00:00.000Z',
    'due 2026-11-20 again',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'file:///srv/coopline/packages/server/src/portal.ts:123:45',
    'transaction T23456789ABCDEFGH is open',
    'took 1234 ms for 567890 rows',
    'PostgreSQL 15.20, Node 24.21.0',
  ])('%s', (text) => {
    expect(scrubPersonal(text)).toBe(text)
  })

  test('any request id, instant, number and truth value is kept', () => {
    const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.uuid(), instant, fc.integer(), fc.boolean(), (requestId, at, ms, ok) => {
        const line = logged((log) => log.info({ requestId, also: requestId, at, ms, ok }, `request ${requestId}`))
        expect(JSON.parse(line)).toMatchObject({
          requestId,
          also: requestId,
          at: at.toISOString(),
          ms,
          ok,
          msg: `request ${requestId}`,
        })
      }),
    )
  })
})

describe('every event is one line of JSON, with any content [SEC-57]', () => {
  test.each([
    'a\r\nb',
    'a\nINFO forged line',
    'a\u2028b\u2029c',
    '\u001b[31mred\u001b[0m',
    '"} {"level":60',
    '\\"quoted\\"',
    '\0',
    '\ud800',
    'x'.repeat(100_000),
  ])('text %# [SEC-57]', (text) => {
    const line = logged((log) => log.warn({ note: text, requestId: randomUUID() }, text))
    expect(line.trimEnd().split(/[\r\n]/u)).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ level: 40 })
  })

  test('any text [SEC-57]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = logged((log) => log.warn({ [text]: text }, text))
        expect(line.trimEnd().split(/[\r\n]/u)).toHaveLength(1)
        expect(JSON.parse(line)).toMatchObject({ level: 40 })
      }),
    )
  })
})

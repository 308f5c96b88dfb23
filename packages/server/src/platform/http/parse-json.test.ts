import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useTestPortal } from '../../testing/test-portal.ts'
import { BadInput } from '../errors.ts'
import { parseJson } from './parse-json.ts'

const parse = (text: string | Uint8Array) => parseJson(typeof text === 'string' ? Buffer.from(text) : text)

/** JSON by RFC 8259, which must be accepted, with its value. */
const valid: readonly (readonly [text: string, value: unknown])[] = [
  ['[]', []],
  ['{}', {}],
  ['[ ]', []],
  ['{ }', {}],
  ['null', null],
  ['true', true],
  ['false', false],
  ['0', 0],
  ['-0', -0],
  ['-1', -1],
  ['42', 42],
  ['1.5', 1.5],
  ['-1.5e10', -1.5e10],
  ['1E5', 1e5],
  ['1e+5', 1e5],
  ['1e-5', 1e-5],
  ['0e1', 0],
  ['0.0', 0],
  ['123456789012', 123_456_789_012],
  ['""', ''],
  ['"a"', 'a'],
  ['" "', ' '],
  ['"\\""', '"'],
  ['"\\\\"', '\\'],
  ['"\\/"', '/'],
  ['"\\b\\f\\n\\r\\t"', '\b\f\n\r\t'],
  ['"\\u0041"', 'A'],
  ['"\\u00e9"', 'é'],
  ['"\\uD83D\\uDE00"', '😀'],
  ['"\\ud83d\\ude00"', '😀'],
  ['"é😀中"', 'é😀中'],
  ['"\u2028\u2029"', '\u2028\u2029'],
  ['"\u007f"', '\u007f'],
  ['"\\u0022}{][,:"', '"}{][,:'],
  ['"\\\\\\""', '\\"'],
  ['[1]', [1]],
  ['[1,2]', [1, 2]],
  ['[1, "a", null, true, {}]', [1, 'a', null, true, {}]],
  [' [1] ', [1]],
  ['\t\n\r [\t1\n,\r2 ]\n', [1, 2]],
  ['[[[[[]]]]]', [[[[[]]]]]],
  ['{"a":1}', { a: 1 }],
  ['{"a":{"a":{"a":1}}}', { a: { a: { a: 1 } } }],
  ['{"":0}', { '': 0 }],
  ['{"a":[{"a":1},{"a":2}]}', { a: [{ a: 1 }, { a: 2 }] }],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
  ['{"a:b,c":"d"}', { 'a:b,c': 'd' }],
  ['{"a":1,"b":"a"}', { a: 1, b: 'a' }],
  [`${'['.repeat(20)}${']'.repeat(20)}`, JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)],
]

/** Texts that are not JSON, or JSON that readers understand differently. They must be refused. */
const invalid: readonly string[] = [
  '',
  ' ',
  '[',
  ']',
  '{',
  '}',
  '[1',
  '1]',
  '[1}',
  '{"a":1]',
  '[1,]',
  '[,1]',
  '[,]',
  '[1,,2]',
  '[1 2]',
  '[1:2]',
  '["a"',
  '["a',
  '["',
  '"',
  '"a',
  '"\\',
  '"\\"',
  '"\\x41"',
  '"\\u"',
  '"\\u12"',
  '"\\u123g"',
  '"\\U0041"',
  '"\\a"',
  '"\\\'"',
  '"a\nb"',
  '"a\tb"',
  '"a\0b"',
  '"\u001f"',
  "'a'",
  'a',
  'undefined',
  'NaN',
  '-NaN',
  'Infinity',
  '-Infinity',
  'nul',
  'tru',
  'True',
  'nulll',
  '+1',
  '01',
  '-01',
  '1.',
  '.1',
  '-.1',
  '-',
  '1e',
  '1e+',
  '1.e1',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  '--1',
  '1 2',
  '1 true',
  '１',
  '{"a"}',
  '{"a":}',
  '{:1}',
  '{a:1}',
  "{'a':1}",
  '{1:1}',
  '{null:1}',
  '{"a" 1}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1 "b":2}',
  '{"a"::1}',
  '{"a":1,,"b":2}',
  '{"a":1}}',
  '{"a":1}{"b":2}',
  '[][]',
  '{}[]',
  '[1]x',
  '/* c */[1]',
  '[1]// c',
  '[1 /* c */]',
  '#[1]',
  '<json/>',
  '\u00a0[1]',
  '\u2028[1]',
  '\u000b[1]',
  '\u000c[1]',
  '\u0000[1]',
  '[1]\u0000',
  '\ufeff[1]',
  '[\ufeff1]',
  '*',
  '[*]',
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a":3}',
  '{"a":1,"\\u0061":2}',
  '{"x":{"a":1,"a":2}}',
  '[{"a":1,"a":2}]',
  '{"a":[{"b":1}],"a":2}',
  '{"__proto__":1}',
  '{"a":{"__proto__":{}}}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":1}',
  '{"constructor":{"prototype":{}}}',
  '{"prototype":1}',
  '"\\u0000"',
  '{"a":["x\\u0000"]}',
  '{"\\u0000":1}',
  '"\\ud800"',
  '"\\udfff"',
  '"\\ud800\\ud800"',
  '"\\ude00\\ud83d"',
  '{"\\ud800":1}',
  `${'['.repeat(21)}${']'.repeat(21)}`,
  '{"a":'.repeat(21) + '1' + '}'.repeat(21),
  '['.repeat(60_000),
  '{"a":'.repeat(10_000),
  '"'.repeat(10_001),
]

/** Bytes that are not UTF-8 text. */
const notUtf8: readonly (readonly [string, readonly number[]])[] = [
  ['a byte-order mark', [0xef, 0xbb, 0xbf, 0x5b, 0x5d]],
  ['UTF-16', [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00]],
  ['UTF-16 the other way', [0xfe, 0xff, 0x00, 0x5b, 0x00, 0x5d]],
  ['Latin-1', [0x22, 0xe9, 0x22]],
  ['a continuation alone', [0x22, 0x80, 0x22]],
  ['a sequence cut off', [0x22, 0xe4, 0xb8, 0x22]],
  ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
  ['an overlong NUL', [0x22, 0xc0, 0x80, 0x22]],
  ['half a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['beyond Unicode', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  ['five bytes', [0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22]],
  ['FF', [0xff]],
]

describe('what is JSON', () => {
  test.each(valid)('%s is taken as it means [SEC-61]', (text, value) => {
    expect(parse(text)).toEqual(value)
  })

  test('any value that JSON can hold comes out as it went in [SEC-61]', () => {
    const key = fc.string().filter((one) => !['__proto__', 'constructor', 'prototype'].includes(one))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.string({ unit: 'grapheme' }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }))
    const isFit = (one: unknown) => !JSON.stringify(one).includes('\\u0000') && JSON.stringify(one).isWellFormed()
    fc.assert(
      fc.property(value.filter(isFit), fc.constantFrom(undefined, 1, '\t'), (one, indent) => {
        expect(parse(JSON.stringify(one, null, indent))).toEqual(one)
      }),
    )
  })
})

describe('what is not', () => {
  test.each(
    invalid.map((text) => [text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : JSON.stringify(text), text]),
  )('%s is refused [SEC-61]', (_title, text) => {
    expect(() => parse(text)).toThrow(BadInput)
  })

  test.each(notUtf8)('%s is refused [SEC-61]', (_what, bytes) => {
    expect(() => parse(Uint8Array.from(bytes))).toThrow(BadInput)
  })

  /** The outcome of a parser, comparable: its value, or its kind of error. */
  const outcome = (parser: () => unknown): { value?: unknown; error?: unknown } => {
    try {
      return { value: parser() }
    } catch (error) {
      return { error }
    }
  }

  test('any bytes are either taken or refused as bad input, never anything else [SEC-61]', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const { error } = outcome(() => parse(bytes))
        expect(error === undefined || error instanceof BadInput).toBe(true)
      }),
    )
  })

  test('a text that JSON.parse accepts and this refuses is one of the listed dangers, and any other has the same value [SEC-61]', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', 'a', '\\', '1', ' ') })
    fc.assert(
      fc.property(text, (one) => {
        const [plain, strict] = [outcome(() => JSON.parse(one) as unknown), outcome(() => parse(one))]
        const isDanger =
          strict.error instanceof BadInput && /twice|nested/u.test(strict.error.refusals[0]?.sentenceIn('en') ?? '')
        expect(
          'error' in plain
            ? strict.error instanceof BadInput
            : isDanger || Object.is(typeof plain.value, typeof strict.value),
        ).toBe(true)
        expect(isDanger || 'error' in plain ? null : strict.value).toEqual(
          isDanger || 'error' in plain ? null : plain.value,
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('through the server', () => {
  const portal = useTestPortal({ settings: { QuickPay: true } })

  const send = async (payload: string | Buffer, headers: Record<string, string> = {}) =>
    portal.inject({
      method: 'POST',
      url: '/api/v3/quick-pay/verify/account/phone',
      headers: { applicationid: 'Web', 'content-type': 'application/json', ...headers },
      payload,
    })

  test('everything refused above is a 400 or, when too long, a 413, without details of the parser [SEC-61]', async () => {
    for (const text of [...invalid, ...notUtf8.map(([, bytes]) => Buffer.from(bytes))]) {
      const response = await send(text)
      expect([400, 413], `${response.statusCode} for ${String(text).slice(0, 60)}`).toContain(response.statusCode)
      expect(response.body).not.toMatch(/Unexpected token|position \d|SyntaxError|\.ts/u)
    }
  })

  test('everything taken above and not an account is a 400 of the fields [SEC-61]', async () => {
    for (const [text] of valid) {
      const response = await send(text)
      expect(response.statusCode, text).toBe(400)
      expect(response.json<{ errors: { code: string }[] }>().errors[0]?.code, text).not.toBe('malformed-json')
    }
  })

  test('a body of 64 kB and one byte is refused, and so is one that unpacks to more [SEC-61]', async () => {
    const fits = `{"accountNumber":"1","phoneLastFourDigits":"1"}`.padEnd(65_536)
    expect((await send(fits)).statusCode).toBe(400)
    expect((await send(`${fits} `)).statusCode).toBe(413)
    for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x-unknown'])
      expect((await send('{}', { 'content-encoding': coding })).statusCode, coding).toBe(415)
  })

  test('only JSON in UTF-8 is taken [SEC-61]', async () => {
    const body = JSON.stringify({ accountNumber: '1', phoneLastFourDigits: '1' })
    for (const type of ['application/json', 'application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"'])
      expect((await send(body, { 'content-type': type })).statusCode, type).toBe(400)
    for (const type of [
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'text/json',
      'application/jsonp',
      'application/json, text/plain',
      'application/problem+json',
    ])
      expect((await send(body, { 'content-type': type })).statusCode, type).toBe(415)
  })
})

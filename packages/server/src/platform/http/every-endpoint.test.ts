import type { Endpoint } from '@coopline/contract/endpoint'
import { problemBody } from '@coopline/contract/problem-body'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isOfContract, useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)

const withBody = () => fixtures.filter((fixture) => fixture.body !== undefined)

/** Gives all of the values the first time, and `count` of them each later time, in turn: together, the calls of all endpoints meet all. */
function inTurn<T>(values: readonly T[], count = 1): () => readonly T[] {
  let time = -1
  return () => {
    time += 1
    return time === 0
      ? values
      : values.filter((_, at) => Math.floor(at / count) === time % Math.ceil(values.length / count))
  }
}

let validAnswers: Promise<ReadonlyMap<Endpoint, LightMyRequestResponse>> | undefined
/** The answer to the valid call of every endpoint, sent once for all tests that look at it. */
async function answersOfAll(): Promise<ReadonlyMap<Endpoint, LightMyRequestResponse>> {
  const sendAll = async () => {
    const answers = new Map<Endpoint, LightMyRequestResponse>()
    for (const { endpoint, send } of fixtures) answers.set(endpoint, await send())
    return answers
  }
  validAnswers ??= sendAll()
  return validAnswers
}

const unsafe = () => fixtures.filter((fixture) => fixture.endpoint.method !== 'GET')

/**
 * Describes the fault of an answer, which must have one of the statuses and, when refused, the one form of problems.
 * Returns an empty text without a fault.
 */
function fault(response: LightMyRequestResponse | undefined, statuses: readonly number[], note: string): string {
  if (response === undefined) return `${note}: no answer`
  const isOfForm =
    response.headers['content-type'] === 'application/problem+json; charset=utf-8' &&
    problemBody.safeParse(response.json()).success
  if (statuses.includes(response.statusCode) && (isOfForm || response.statusCode === 200)) return ''
  return `${note}: ${response.statusCode} ${response.body.slice(0, 300)}`
}

const countRows = async () => {
  const tables = ['pay.payment', 'pay.posting', 'portal.quick_pay_grant', 'outbox.message', 'pay.move'] as const
  const counts = tables.map(async (table) =>
    portal.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).map((row) => Number(row.n))
}

const mayBeAbsent = ({ query }: Endpoint, name: string): boolean =>
  (query as unknown as { shape: Record<string, { isOptional: () => boolean }> }).shape[name]?.isOptional() === true

/** The cookies that outlive the browser session: by them a login and Quick Pay know their browsers (decisions 0029 and 0282). */
const lasting = new Map([
  ['__Host-portal_device', `Max-Age=${90 * 24 * 3600}`],
  ['__Host-portal_payer', `Max-Age=${365 * 24 * 3600}`],
])

test('every endpoint answers its call in the form of the contract, so that tests over all endpoints see why a changed call is refused', async () => {
  for (const [endpoint, response] of await answersOfAll()) {
    expect(response.statusCode, `${endpoint.id}: ${response.body}`).toBe(200)
    expect(isOfContract(endpoint, response), endpoint.id).toBe(true)
  }
})

describe('cookies', () => {
  test('every cookie that any endpoint sets is __Host-, Secure, HttpOnly, SameSite=Strict, for / and no domain, and small [SEC-24]', async () => {
    const cookies: string[] = []
    for (const { headers } of (await answersOfAll()).values()) cookies.push(...[headers['set-cookie'] ?? []].flat())
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      // A cookie that is cleared is empty and has expired.
      const isRemoved = cookie.includes('; Max-Age=0; ')
      const withoutEnd = cookie.replace(/; Max-Age=0|; Expires=Thu, 01 Jan 1970 00:00:00 GMT/gu, '')
      const [pair = '', ...all] = withoutEnd.split('; ')
      const attributes = all.filter((one) => one !== lasting.get(pair.replace(/=.*/u, '')))
      expect(pair).toMatch(/^__Host-[a-z_]+=[A-Za-z0-9_.-]*$/u)
      expect(pair.endsWith('=')).toBe(isRemoved)
      expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'])
      expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096)
    }
  })
})

describe('keeping of answers', () => {
  test('lets clients cache only site settings, texts and public outages, and only with revalidation [SEC-29]', async () => {
    const kept = ['site.start', 'site.content', 'publicOutages.summary', 'publicOutages.territory']
    for (const [endpoint, { headers }] of await answersOfAll()) {
      expect(headers['cache-control'], endpoint.id).toBe(kept.includes(endpoint.id) ? 'no-cache' : 'no-store')
      expect(typeof headers.etag, endpoint.id).toBe(kept.includes(endpoint.id) ? 'string' : 'undefined')
    }
  })

  test('a refusal is never kept, also of a public endpoint [SEC-29]', async () => {
    for (const fixture of fixtures) {
      const response = await fixture.send({ query: { unknown: '1' } })
      expect(response.statusCode, fixture.endpoint.id).toBe(400)
      expect(response.headers['cache-control'], fixture.endpoint.id).toBe('no-store')
      expect(response.headers.etag, fixture.endpoint.id).toBeUndefined()
    }
  })
})

describe('calls that another site makes a browser send', () => {
  const foreign = [
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin at all (sandboxed frame)', { origin: 'null' }],
    ['our host on another port', { origin: 'http://localhost:81' }],
    ['our name with more behind it', { origin: 'http://127.0.0.1:8080.evil.example' }],
    ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbor by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
    ['another application', { applicationid: 'Evil' }],
  ] as const

  test('every changing call of a browser is refused from elsewhere, and changes nothing [SEC-30]', async () => {
    const before = await countRows()
    const ownOnly = unsafe().filter((fixture) => !fixture.endpoint.foreignClients)
    expect(ownOnly.length).toBeGreaterThan(0)
    const someForeign = inTurn(foreign, 2)
    for (const fixture of ownOnly)
      for (const [what, headers] of someForeign())
        expect(fault(await fixture.send({ headers }), [403], `${fixture.endpoint.id} from ${what}`)).toBe('')
    expect(await countRows()).toEqual(before)
  })

  test('the body types that a form can send to another site are refused: urlencoded, multipart and plain text [SEC-30, SEC-67]', async () => {
    const before = await countRows()
    const parts = '--x\r\ncontent-disposition: form-data; name="f"; filename="a.sh"\r\n\r\nx\r\n--x--\r\n'
    const forms = [
      { type: 'application/x-www-form-urlencoded' },
      { type: 'multipart/form-data; boundary=x', payload: parts },
      { type: 'text/plain' },
    ]
    for (const fixture of unsafe())
      for (const { type, ...payload } of forms) {
        const response = await fixture.send({ headers: { 'content-type': type }, ...payload })
        expect(fault(response, [415], `${fixture.endpoint.id} as ${type}`)).toBe('')
      }
    expect(await countRows()).toEqual(before)
  })

  test('a call without a token needs the header that makes a browser ask first [SEC-30]', async () => {
    for (const fixture of unsafe().filter((one) => one.endpoint.auth === 'public'))
      expect(fault(await fixture.send({ headers: { applicationid: undefined } }), [403], fixture.endpoint.id)).toBe('')
  })

  test('asking first is answered with no permission, and no answer ever gives one [SEC-30]', async () => {
    for (const fixture of fixtures) {
      const preflight = await fixture.send({
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': fixture.endpoint.method },
      })
      const fromElsewhere = await fixture.send({ headers: { origin: 'https://evil.example' } })
      for (const answer of [preflight, (await answersOfAll()).get(fixture.endpoint), fromElsewhere])
        expect(Object.keys(answer?.headers ?? {}).filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(preflight.statusCode).toBe(405)
    }
  })

  test('our own pages are let through, by the public address and in development by the name of this machine', async () => {
    for (const fixture of unsafe()) {
      const own = { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }
      expect((await fixture.send({ headers: own })).statusCode, fixture.endpoint.id).toBe(200)
      const local = { origin: 'http://localhost:8080', host: 'localhost:8080' }
      expect((await fixture.send({ headers: local })).statusCode, fixture.endpoint.id).toBe(200)
    }
  })
})

describe('what is not described', () => {
  const extra = ['memberNumber', 'isVerified', 'role', 'amountToPay', '']

  test('an unknown field of any body is refused, at the top and inside [SEC-34]', async () => {
    for (const fixture of withBody()) {
      for (const name of extra.filter((one) => !Object.hasOwn(fixture.body as object, one)))
        expect(
          fault(await fixture.send({ body: { ...(fixture.body as object), [name]: 'x' } }), [400], fixture.endpoint.id),
        ).toBe('')
      for (const [field, value] of Object.entries(fixture.body as object).filter(([, one]) => Array.isArray(one))) {
        const inside = [{ ...(value as object[])[0], role: 'admin' }]
        expect(
          fault(await fixture.send({ body: { ...(fixture.body as object), [field]: inside } }), [400], field),
        ).toBe('')
      }
    }
  })

  test('a field of another type is refused: no number, text, list or boolean is converted [SEC-34]', async () => {
    let fields = 0
    for (const fixture of withBody())
      for (const [field, value] of Object.entries(fixture.body as object)) {
        const others = [123, '123', '', true, {}, ['x'], [], 1.5, null].filter((other) => typeof other !== typeof value)
        const bodyWith = (other: unknown) => ({ ...(fixture.body as object), [field]: other })
        // Some fields may be null. For those, and for null itself, only the contract knows whether the call is valid.
        const isOpen = (other: unknown) => [value, other].includes(null)
        for (const other of others.filter((one) => !isOpen(one)))
          expect(fixture.endpoint.body.safeParse(bodyWith(other)).success, `${fixture.endpoint.id} ${field}`).toBe(
            false,
          )
        // The schema refuses them all; one of them shows that the endpoint asks it.
        const other = others[(fields += 1) % others.length]
        const response = await fixture.send({ body: bodyWith(other) })
        const note = `${fixture.endpoint.id} ${field}=${JSON.stringify(other)}`
        expect(fault(response, isOpen(other) ? [200, 400] : [400], note)).toBe('')
      }
  })

  test('a missing field is refused, unless the contract says that it may be missing [SEC-34]', async () => {
    for (const fixture of withBody()) {
      const { required, properties } = z.toJSONSchema(fixture.endpoint.body, { io: 'input', unrepresentable: 'any' })
      const isEmpty = Object.keys(properties ?? {}).length === 0
      const mayAllBeMissing = fixture.endpoint.id === 'credentialRecovery.forgotPassword'
      expect(isEmpty || mayAllBeMissing || (required ?? []).length > 0, fixture.endpoint.id).toBe(true)
      for (const field of required ?? []) {
        const { [field]: _left, ...rest } = fixture.body as Record<string, unknown>
        expect(fault(await fixture.send({ body: rest }), [400], `${fixture.endpoint.id} without ${field}`)).toBe('')
      }
    }
  })

  test('numbers for texts are refused, so that 12 never stands for 0012 [SEC-34]', async () => {
    const verify = fixtures.find((fixture) => fixture.endpoint.id === 'quickPay.verify')
    const response = await verify?.send({ body: { accountNumber: 100100101, phoneLastFourDigits: 4821 } })
    expect(response?.json()).toMatchObject({
      status: 400,
      errors: [{ field: 'accountNumber' }, { field: 'phoneLastFourDigits' }],
    })
  })

  test('a body that is a list, a text, a number, a truth value, null or nothing is refused [SEC-34]', async () => {
    const somePayloads = inTurn(['[]', '"x"', '1', 'true', 'null', ' ', ''], 2)
    for (const fixture of unsafe())
      for (const payload of somePayloads().filter((one) => fixture.endpoint.method !== 'DELETE' || one !== ''))
        expect(fault(await fixture.send({ payload }), [400], `${fixture.endpoint.id} ${payload}`)).toBe('')
  })
})

describe('identifiers and query', () => {
  test('a query key that comes twice, is unknown or is missing is refused [SEC-39]', async () => {
    for (const fixture of fixtures) {
      expect(fault(await fixture.send({ query: { memberNumber: '1' } }), [400], fixture.endpoint.id)).toBe('')
      for (const [name, value] of Object.entries(fixture.query)) {
        const twice = `${name}=${encodeURIComponent(value)}&${name}=${encodeURIComponent(value)}`
        expect(fault(await fixture.send({ search: twice }), [400], `${fixture.endpoint.id} ${name} twice`)).toBe('')
        const without = mayBeAbsent(fixture.endpoint, name) ? 200 : 400
        expect(fault(await fixture.send({ search: '' }), [without], `${fixture.endpoint.id} without ${name}`)).toBe('')
        expect(fault(await fixture.send({ search: `${name}[]=${encodeURIComponent(value)}` }), [400], name)).toBe('')
      }
    }
  })

  test('full-width digits, a line break behind, spaces, signs and other digits are not an account number [SEC-39]', async () => {
    const pay = fixtures.find((fixture) => fixture.endpoint.id === 'quickPay.pay')
    const body = pay?.body as { accountsToPay: Record<string, unknown>[] }
    for (const accountNumber of [
      '１００',
      '100\n',
      '100\r\n',
      ' 100',
      '+100',
      '1e3',
      '0x64',
      '١٠٠',
      '100\u200b',
      '-1',
      '',
    ])
      expect(
        fault(
          await pay?.send({
            body: { ...body, accountsToPay: [{ ...body.accountsToPay[0], accountNumber }] },
          }),
          [400],
          JSON.stringify(accountNumber),
        ),
      ).toBe('')
  })

  test('more than 100 accounts, or the same one twice, cannot be paid [SEC-39]', async () => {
    const pay = fixtures.find((fixture) => fixture.endpoint.id === 'quickPay.pay')
    const body = pay?.body as { accountsToPay: object[] }
    for (const count of [0, 2, 101]) {
      const accountsToPay = Array.from({ length: count }, () => body.accountsToPay[0])
      const response = await pay?.send({ body: { ...body, accountsToPay } })
      expect(response?.statusCode, `${count} accounts`).toBeGreaterThanOrEqual(400)
      expect(response?.statusCode, `${count} accounts`).toBeLessThan(500)
    }
  })

  test('an identifier in the path is checked as it reads after decoding [SEC-39]', async () => {
    const someNumbers = inTurn(['１', '1\n', '1 ', '../1', '1%00', 'a'.repeat(21), "1'--"], 2)
    for (const fixture of fixtures.filter((one) => 'memberNumber' in one.params))
      for (const memberNumber of someNumbers())
        expect(fault(await fixture.send({ params: { memberNumber } }), [400], memberNumber)).toBe('')
  })
})

describe('texts that the database cannot keep', () => {
  test('a NUL or half a surrogate pair in any text of a body is a 400 [SEC-53]', async () => {
    const someBad = inTurn(['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00x', '\\ud83d\\ud83d'])
    for (const fixture of withBody())
      for (const [field, value] of Object.entries(fixture.body as object))
        for (const bad of someBad()) {
          const payload = JSON.stringify({ ...(fixture.body as object), [field]: '@' }).replace('"@"', `"${bad}"`)
          expect(payload).toContain(bad)
          expect(
            fault(await fixture.send({ payload }), [400], `${fixture.endpoint.id} ${field} (${typeof value}) ${bad}`),
          ).toBe('')
        }
  })

  test('a NUL in a path or a query is a 400 [SEC-53]', async () => {
    for (const fixture of fixtures) {
      for (const name of Object.keys(fixture.query))
        expect(fault(await fixture.send({ query: { [name]: 'a\0b' } }), [400], `${fixture.endpoint.id} ${name}`)).toBe(
          '',
        )
      // A provider is looked for by its name before the body is read.
      const statuses = fixture.endpoint.auth === 'provider' ? [404] : [400]
      for (const name of Object.keys(fixture.params))
        expect(
          fault(await fixture.send({ params: { [name]: 'a\0b' } }), statuses, `${fixture.endpoint.id} ${name}`),
        ).toBe('')
    }
  })
})

describe('prototypes', () => {
  test('keys that reach for a prototype are refused in any body, however they are written [SEC-59]', async () => {
    const evil = ['__proto__', '\\u005f_proto__', 'constructor', 'prototype', 'constr\\u0075ctor']
    // One key in each of its three places.
    const someEvil = inTurn(evil)
    for (const fixture of withBody())
      for (const key of someEvil()) {
        const whole = JSON.stringify(fixture.body)
        const payloads = [
          `{"${key}":{"polluted":1},${whole.slice(1)}`,
          `{"x":{"${key}":{"polluted":1}},${whole.slice(1)}`,
          `[{"${key}":1}]`,
        ]
        for (const payload of payloads)
          expect(fault(await fixture.send({ payload }), [400], `${fixture.endpoint.id} ${key}`)).toBe('')
      }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('the same keys are refused in any query [SEC-59]', async () => {
    const someKeys = inTurn([
      '__proto__',
      '__proto__[polluted]',
      'constructor[prototype][polluted]',
      'constructor',
      'a.__proto__',
    ])
    for (const fixture of fixtures)
      for (const key of someKeys()) {
        const search = [new URLSearchParams(fixture.query).toString(), `${encodeURIComponent(key)}=1`].join('&')
        expect(fault(await fixture.send({ search }), [400], `${fixture.endpoint.id} ${key}`)).toBe('')
      }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('long texts', () => {
  test('50 kB in any field are refused by their length, and 64 kB of body by theirs [SEC-60]', async () => {
    const someLong = inTurn(['1'.repeat(50_000), 'a@'.repeat(25_000), `${' '.repeat(49_999)}!`])
    for (const fixture of withBody()) {
      for (const [field, value] of Object.entries(fixture.body as object)) {
        if (typeof value !== 'string') continue
        for (const long of someLong()) {
          const response = await fixture.send({ body: { ...(fixture.body as object), [field]: long } })
          expect(fault(response, [400, 413], `${fixture.endpoint.id} ${field}`)).toBe('')
          expect(response.body.length).toBeLessThan(2_000)
        }
      }
      const tooMuch = JSON.stringify({ x: 'y'.repeat(fixture.endpoint.maxBodyBytes ?? 65_536) })
      expect(fault(await fixture.send({ payload: tooMuch }), [413], fixture.endpoint.id)).toBe('')
    }
  })
})

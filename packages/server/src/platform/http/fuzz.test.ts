import { problemBody } from '@coopline/contract/problem-body'
import { arbitraryInput } from '@coopline/testing/arbitrary-input'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { Attempt, EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { isOfContract, useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

/** Tries per endpoint; raised for a long hunt. The seed of a failure is in its message, and is taken from FUZZ_SEED. */
const attempts = Number(process.env['FUZZ_RUNS'] ?? 10)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

const portal = useTestPortal({ env: { LOG_LEVEL: 'error' } })
const fixtures = useEndpointFixtures(portal)

/** Texts that have broken other programs: separators, escapes, other scripts, control characters, long ones. */
const naughty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom("' or 1=1 --", '"; drop table cis.account; --', '../../etc/passwd', '%00', '\0', '\ud800', '{{7*7}}'),
  fc.constantFrom('１２３', '٣', '1e309', '-0', '0x1', 'NaN', 'null', '[]', '__proto__', 'a'.repeat(3_000), '\r\nx: y'),
  fc.constantFrom('$where', '\u202e', '\ufeff', '<img src=x onerror=alert(1)>', '=1+1', '${jndi:ldap://x}', '%n%s'),
)
const scalar = fc.oneof(naughty, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.bigInt().map(Number))
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(naughty, scalar, { maxKeys: 3 }))

/** A value with one part of it, at any depth, replaced, removed or added. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return anything
  const entries = Object.entries(value)
  const rebuild = (pairs: readonly (readonly [string, unknown])[]): unknown =>
    Array.isArray(value) ? pairs.map(([, one]) => one) : Object.fromEntries(pairs)
  const changes = entries.map(([name, one]) =>
    mutated(one).map((other) => rebuild(entries.map((pair) => (pair[0] === name ? [name, other] : pair)))),
  )
  const removed = entries.map(([name]) => fc.constant(rebuild(entries.filter((pair) => pair[0] !== name))))
  const added = fc.tuple(naughty, anything).map((pair) => rebuild([...entries, pair]))
  return fc.oneof(anything, added, ...changes, ...removed)
}

const mutatedTexts = (texts: Readonly<Record<string, string>>): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fc.oneof(fc.constant(text), naughty)])),
  )

const mutatedHeaders = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'cookie',
    'origin',
    'accept-language',
    'idempotency-key',
    'x-forwarded-for',
    'host',
    'content-type',
    'if-none-match',
    'range',
    'expect',
    'webhook-id',
  ),
  fc.oneof(
    fc.string({ maxLength: 200 }).map((text) => text.replaceAll(/[^\x20-\x7e]/gu, '?')),
    fc.constantFrom('*', 'Bearer x', 'bytes=0-1', 'application/json'),
  ),
  { maxKeys: 2 },
)

function attemptAt(fixture: EndpointFixture): fc.Arbitrary<Attempt> {
  const body =
    fixture.body === undefined
      ? fc.constant({})
      : fc.oneof(mutated(fixture.body), arbitraryInput(fixture.endpoint.body)).map((one) => ({ body: one ?? 'null' }))
  const raw =
    fixture.body === undefined
      ? fc.constant({})
      : fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ payload: Buffer.from(bytes) }))
  return fc.oneof(
    body,
    raw,
    fc.record({ params: mutatedTexts(fixture.params), query: mutatedTexts(fixture.query) }),
    fc.string({ maxLength: 100 }).map((text) => ({ search: encodeURI(text.toWellFormed()).replaceAll('#', '') })),
    mutatedHeaders.map((headers) => ({ headers })),
  )
}

/** A parameter that is empty or a step in the path makes the address that of another call, which answers in its own form. */
const isElsewhere = ({ params = {} }: Attempt): boolean =>
  Object.values(params).some((value) => ['', '.', '..'].includes(value))

/** Tells whether an answer has the form that the contract gives for its status. */
function isOfForm(fixture: EndpointFixture, response: LightMyRequestResponse): boolean {
  if (response.statusCode === 304) return response.body === ''
  if (response.statusCode === 200) return isOfContract(fixture.endpoint, response)
  return problemBody.safeParse(response.json()).success
}

test('answers any input to any endpoint without a 5xx and in the form of the contract [SEC-62]', {
  timeout: 600_000,
}, async () => {
  const statuses = new Map<number, number>()
  for (const [index, fixture] of fixtures.entries())
    await fc.assert(
      fc.asyncProperty(attemptAt(fixture), async (attempt) => {
        const response = await fixture.send(attempt)
        statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
        const note = `${fixture.endpoint.id} answered ${response.statusCode}: ${response.body.slice(0, 300)}`
        expect(response.statusCode, note).toBeLessThan(500)
        expect(response.body, note).not.toMatch(/\n\s+at |\.ts:\d|node_modules|SyntaxError|select .* from/iu)
        expect(isElsewhere(attempt) || isOfForm(fixture, response), note).toBe(true)
      }),
      // By one seed alone all endpoints would get the same kinds of attempts.
      { numRuns: attempts, seed: seed + index, verbose: 1 },
    )
  // The hunt is worth something only if it gets behind the first check now and then.
  for (const status of [200, 400, 401]) expect(statuses.get(status) ?? 0, `seed ${seed}`).toBeGreaterThan(0)
  expect(portal.logLines.filter((line) => line.includes('Unexpected error'))).toEqual([])
  await portal.db.selectFrom('cis.account').select('account_number').executeTakeFirstOrThrow()
})

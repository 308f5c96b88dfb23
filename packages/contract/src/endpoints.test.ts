import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './endpoints.ts'
import { requestDate, requestInstant } from './wire.ts'

test('every call has a method and a path of its own, and an id [AC-01, AS-01]', () => {
  expect(allEndpoints.length).toBeGreaterThan(5)
  const own = (values: readonly string[]) => expect(new Set(values).size).toBe(allEndpoints.length)
  own(allEndpoints.map((endpoint) => endpoint.id))
  own(allEndpoints.map((endpoint) => endpoint.call))
  for (const endpoint of allEndpoints) expect(endpoint.call).toBe(`${endpoint.method} ${endpoint.path}`)
})

test('allows only visitors, members, staff, quick-pay and registration grants, links of applications, the payment provider, the text service, partner sites, connected apps and systems of the cooperative as callers [CF-22, CG-01]', () => {
  const callers = new Set(allEndpoints.map((endpoint) => endpoint.auth))
  const known = [
    'public',
    'quick-pay',
    'quick-pay-result',
    'registration',
    'application-link',
    'member',
    'staff',
    'provider',
    'partner',
    'text-service',
    'data-token',
    'system',
  ]
  expect([...callers].filter((auth) => !known.includes(auth))).toEqual([])
})

test('every parameter in a path is described, and every described one is in the path', () => {
  for (const endpoint of allEndpoints) {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1])
    const described = Object.keys((endpoint.params as unknown as { shape: object }).shape)
    expect(new Set(described), endpoint.id).toEqual(new Set(inPath))
  }
})

test('every date and instant of a request is within the years that are served, or is only given back', () => {
  const problems = allEndpoints.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((schema) => {
      const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
      const nodes = [...text.matchAll(/\{[^{}]*"format":"date(?:-time)?"[^{}]*\}/gu)].map(([node]) => node)
      return nodes.filter((node) => !/ from 1900-01-01 to 2199-12-31|, as an answer had it/u.test(node)).map(() => id)
    }),
  )
  expect(problems).toEqual([])
})

test.each(['0001-01-01', '0004-12-31', '1899-12-31', '2200-01-01', '9997-12-31'])('refuses %s in a request', (date) => {
  expect(requestDate.safeParse(date).success).toBe(false)
  expect(requestInstant.safeParse(`${date}T12:00:00Z`).success).toBe(false)
})

test.each(['1900-01-01', '2199-12-31'])('takes %s in a request', (date) => {
  expect(requestDate.parse(date)).toBe(date)
  expect(requestInstant.parse(`${date}T00:00:00Z`)).toBe(`${date}T00:00:00Z`)
})

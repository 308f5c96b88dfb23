import { expect, test } from 'vitest'
import { allEndpoints } from './endpoints.ts'

test('every call has a method and a path of its own, and an id [AC-01, AS-01]', () => {
  expect(allEndpoints.length).toBeGreaterThan(5)
  const own = (values: readonly string[]) => expect(new Set(values).size).toBe(allEndpoints.length)
  own(allEndpoints.map((endpoint) => endpoint.id))
  own(allEndpoints.map((endpoint) => endpoint.call))
  for (const endpoint of allEndpoints) expect(endpoint.call).toBe(`${endpoint.method} ${endpoint.path}`)
})

test('allows only visitors, members, staff, quick-pay and registration grants, links of applications, the payment provider, the text service, partner sites and connected apps as callers [CF-22, CG-01]', () => {
  const callers = new Set(allEndpoints.map((endpoint) => endpoint.auth))
  const known = [
    'public',
    'quick-pay',
    'registration',
    'application-link',
    'member',
    'staff',
    'provider',
    'partner',
    'text-service',
    'data-token',
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

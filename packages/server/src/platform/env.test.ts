import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envDocs } from './env-docs.ts'
import { EnvironmentFaults, readEnv } from './env.ts'

const key = (kid: string) => `${kid}:${Buffer.alloc(32, 1).toString('base64')}`

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/coopline',
  APP_KEYS: key('k1'),
  PROVIDER_SIGNING_KEYS: key('p1'),
  PUBLIC_ORIGIN: 'https://portal.example.org',
  PROVIDER_URL: 'https://pay.example.org',
}

const faultsOf = (env: Record<string, string | undefined>): string => {
  try {
    readEnv(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentFaults)
    return (error as Error).message
  }
}

test('an empty environment serves the demo on 127.0.0.1:8080 with the provider on 8090', () => {
  const env = readEnv({})
  expect([env.HOST, env.PORT, env.PUBLIC_ORIGIN, env.PROVIDER_URL]).toEqual([
    '127.0.0.1',
    8080,
    'http://127.0.0.1:8080',
    'http://127.0.0.1:8090',
  ])
})

test('every fault of the environment is named at once', () => {
  const message = faultsOf({ PORT: 'eighty', APP_KEYS: 'k1:short', DEMO: 'perhaps', PUBLIC_ORIGIN: 'ftp://x' })
  for (const name of ['PORT', 'APP_KEYS', 'DEMO', 'PUBLIC_ORIGIN']) expect(message).toContain(`- ${name}:`)
  expect(message).toContain('4 fault(s)')
})

test('production starts with a database, keys and https', () => {
  expect(faultsOf(production)).toBe('')
})

test.each([
  ['DATABASE_URL', undefined],
  ['APP_KEYS', undefined],
  ['PROVIDER_SIGNING_KEYS', undefined],
  ['PUBLIC_ORIGIN', 'http://portal.example.org'],
  ['PROVIDER_URL', 'http://pay.example.org'],
  ['DEMO', 'Y'],
  ['FAILPOINTS', 'pay.after-insert:kill'],
])('production refuses %s = %s, which is only fit for a demo', (name, value) => {
  expect(faultsOf({ ...production, [name]: value })).toContain(`- ${name}:`)
})

test('docs/OPERATIONS.md lists every process setting as it is', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/OPERATIONS.md'), 'utf8')
  expect(envDocs().split('\n').length).toBeGreaterThan(20)
  expect(document).toContain(envDocs())
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '@coopline/contract/endpoints'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { startTestPortal } from '../testing/test-portal.ts'
import { EnvironmentFaults } from './env.ts'
import { readEnv } from '../read-env.ts'

const deploy = (file: string): string => readFileSync(join(import.meta.dirname, '../../../../deploy', file), 'utf8')

type Variables = Readonly<Record<string, string>>

const variablesIn = (lines: string): Variables =>
  Object.fromEntries(
    [...lines.matchAll(/^(?<name>[A-Z_0-9]+)=(?<value>.*)$/gmu)].map(({ groups }) => [
      groups?.['name'] ?? '',
      groups?.['value'] ?? '',
    ]),
  )

const key = (kid: string) => `${kid}:${createHash('sha256').update(kid).digest('base64')}`

/** `portal.env.example` with what its comments ask for. */
const filledIn: Variables = {
  ...variablesIn(deploy('compose/portal.env.example')),
  APP_KEYS: key('k1'),
  PROVIDER_SIGNING_KEYS: key('p1'),
  METRICS_TOKEN: 'a-token-of-the-operator',
}

/** Variables of a service of `compose.yaml`, with `.env` filled in. */
function composed(service: string): Variables {
  const { services } = parse(deploy('compose/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Variables }>
  }
  const own = Object.entries(services[service]?.environment ?? {})
  return Object.fromEntries(
    own.map(([name, value]) => [name, value.replaceAll(/\$\{[A-Z_]+\}/gu, 'filled.example.com')]),
  )
}

const kustomization = parse(deploy('kubernetes/kustomization.yaml')) as {
  readonly configMapGenerator: readonly [{ readonly literals: readonly string[] }]
}
const inCluster = variablesIn(kustomization.configMapGenerator[0].literals.join('\n'))
const database = { DATABASE_URL: 'postgres://coopline_app:x@127.0.0.1/coopline' }
/** The variables that OPERATIONS.md adds to `portal.env` for systemd. */
const withSystemd = { ...database, PUBLIC_ORIGIN: 'https://portal.example.com', TRUSTED_PROXIES: '127.0.0.1,::1' }

const environments: readonly (readonly [string, Variables])[] = [
  ...['migrate', 'portal', 'backup'].map((name) => [`compose: ${name}`, { ...filledIn, ...composed(name) }] as const),
  ['systemd', { ...filledIn, ...withSystemd }],
  ['Kubernetes', { ...inCluster, ...database, ...filledIn }],
]

const namesOfFaults = (env: Variables): readonly string[] => {
  try {
    readEnv({ ...env, NODE_ENV: 'production' })
    return []
  } catch (error) {
    if (!(error instanceof EnvironmentFaults)) throw error
    return [...error.message.matchAll(/^ {2}- (?<name>\w+):/gmu)].map(({ groups }) => groups?.['name'] ?? '')
  }
}

describe.each(environments)('the environment of %s', (_where, env) => {
  it('starts in production once it is filled in, and names every setting that production needs', () => {
    expect(namesOfFaults(env)).toEqual([])
    const needed = ['DATABASE_URL', 'APP_KEYS', 'PROVIDER_SIGNING_KEYS', 'PROVIDER_URL', 'PUBLIC_ORIGIN']
    expect(namesOfFaults({}).toSorted()).toEqual(needed.toSorted())
    expect(Object.keys(env)).toEqual(expect.arrayContaining(needed))
  })
})

describe('the examples for proxies', () => {
  const ingresses = parseAllDocuments(deploy('kubernetes/portal.yaml'))
    .map((document) => document.toJS() as { kind: string; metadata: { name: string; annotations?: Variables } })
    .filter(({ kind }) => kind === 'Ingress')
  const sizeIn = (name: string) =>
    ingresses.find(({ metadata }) => metadata.name === name)?.metadata.annotations?.[
      'nginx.ingress.kubernetes.io/proxy-body-size'
    ]

  it('take the largest body that a call takes', () => {
    const largest = Math.max(...allEndpoints.map(({ maxBodyBytes = 0 }) => maxBodyBytes))
    const largestStream = Math.max(...allEndpoints.map(({ streams }) => streams.maxBytes))
    expect(largest).toBeGreaterThan(5_000_000)
    const nginx = deploy('proxy/nginx.conf.example')
    const inNginx = /client_max_body_size (?<megabytes>\d+)m;/u.exec(nginx)?.groups?.['megabytes']
    const streamsInNginx = /location \/integration\/ \{\s+client_max_body_size (?<megabytes>\d+)m;/u.exec(nginx)?.groups
    const megabytesIn = (name: string) => /^(?<megabytes>\d+)m$/u.exec(sizeIn(name) ?? '')?.groups?.['megabytes']
    for (const size of [inNginx, megabytesIn('portal')]) expect(Number(size) * 1_048_576).toBeGreaterThan(largest)
    for (const size of [streamsInNginx?.['megabytes'], megabytesIn('portal-integration')])
      expect(Number(size) * 1_048_576).toBeGreaterThan(largestStream)
  })

  it('end idle connections before the portal does', async () => {
    const portal = await startTestPortal()
    const { keepAliveTimeout } = portal.server.server
    await portal.close()
    for (const file of ['proxy/nginx.conf.example', 'proxy/Caddyfile']) {
      const seconds = /^\s*keepalive(?:_timeout)? (?<seconds>\d+)s;?$/mu.exec(deploy(file))?.groups?.['seconds']
      expect(Number(seconds) * 1_000, file).toBeLessThan(keepAliveTimeout)
    }
  })
})

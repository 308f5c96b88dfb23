import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envDocs } from '../testing/env-docs.ts'
import { envFaults, envKey, productionEnv } from '../testing/env-faults.ts'
import { readEnv } from '../read-env.ts'

test('refuses a misspelled setting and says which one was meant, and ignores variables of others', () => {
  expect(envFaults({ SMPT_URL: 'smtp://127.0.0.1' })).toContain(
    'SMPT_URL: There is no such setting. Did you mean SMTP_URL?',
  )
  expect(envFaults({ PROVIDER_SIGNINGKEYS: envKey('p1') })).toContain('Did you mean PROVIDER_SIGNING_KEYS?')
  expect(
    envFaults({
      PATH: '/bin',
      HOSTNAME: 'a',
      PROVIDER_DATA_DIR: 'b',
      POSTBACK_URL: 'c',
      OTEL_RESOURCE_ATTRIBUTES: 'd',
    }),
  ).toBe('')
})

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
  const message = envFaults({ PORT: 'eighty', APP_KEYS: 'k1:short', DEMO: 'perhaps', PUBLIC_ORIGIN: 'ftp://x' })
  for (const name of ['PORT', 'APP_KEYS', 'DEMO', 'PUBLIC_ORIGIN']) expect(message).toContain(`- ${name}:`)
  expect(message).toContain('4 fault(s)')
})

test.each([
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.internal'],
  ['SMTP_URL', 'mail.example.org'],
  ['DATABASE_URL', 'mysql://db/coopline'],
  ['METRICS_TOKEN', 'short'],
  ['FAILPOINTS', 'pay.after-insert:explode'],
  ['PUBLIC_ORIGIN', 'https://portal.example.org/portal'],
  ['PUBLIC_ORIGIN', 'https://user:secret@portal.example.org'],
  ['APP_KEYS', `${envKey('k1')},${envKey('k1')}`],
  ['DRAIN_SECONDS', '11'],
])('%s = %s is refused by name before anything starts', (name, value) => {
  expect(envFaults({ [name]: value })).toContain(`- ${name}:`)
})

test('keeps the public address as browsers write it, however it was typed', () => {
  expect(readEnv({ PUBLIC_ORIGIN: 'https://Portal.Example.ORG:443/' }).PUBLIC_ORIGIN).toBe('https://portal.example.org')
  expect(readEnv({ HOST: '::1', PORT: '8081' }).PUBLIC_ORIGIN).toBe('http://[::1]:8081')
  expect(readEnv({ HOST: '0.0.0.0' }).PUBLIC_ORIGIN).toBe('http://127.0.0.1:8080')
})

test('production keeps listening for five seconds while it stops, others end at once', () => {
  expect([readEnv(productionEnv).DRAIN_SECONDS, readEnv({}).DRAIN_SECONDS]).toEqual([5, 0])
})

test('production starts with a database, keys and https [SEC-70]', () => {
  expect(envFaults(productionEnv)).toBe('')
  expect(envFaults({ ...productionEnv, TEXT_MESSAGE_URL: 'http://127.0.0.1:9000/send' })).toBe('')
})

const random = '9f8e7d6c5b4a39281706'
const stripeKey = (kind: string, text = random) => `${kind}_${text}`
const stripe = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: stripeKey('rk_live'),
  STRIPE_WEBHOOK_SECRETS: stripeKey('whsec'),
}
const { PROVIDER_SIGNING_KEYS: _keys, PROVIDER_URL: _url, ...withoutHostedForm } = productionEnv

test('production starts with Stripe alone, and with the hosted form that has payments left [REQ-D-439]', () => {
  expect(envFaults({ ...withoutHostedForm, ...stripe })).toBe('')
  expect(envFaults({ ...productionEnv, ...stripe })).toBe('')
  expect(envFaults({ ...productionEnv, ...stripe, PAYMENT_PROVIDER: undefined })).toBe('')
  expect(envFaults({ ...productionEnv, ...stripe, PROVIDER_URL: 'http://pay.example.org' })).toContain(
    '- PROVIDER_URL:',
  )
  expect(envFaults({ ...withoutHostedForm, ...stripe, PAYMENT_PROVIDER: undefined })).toContain('PROVIDER_SIGNING_KEYS')
})

test.each([
  ['STRIPE_SECRET_KEY', stripeKey('sk_test')],
  ['STRIPE_SECRET_KEY', stripeKey('sk_live', '1212121212121212')],
  ['STRIPE_WEBHOOK_SECRETS', stripeKey('whsec', '1212121212121212')],
  ['STRIPE_WEBHOOK_SECRETS', `${stripe.STRIPE_WEBHOOK_SECRETS},${stripe.STRIPE_WEBHOOK_SECRETS}`],
  ['STRIPE_API_ORIGIN', 'https://api.stripe.example'],
])('production refuses %s = %s [REQ-D-439]', (name, value) => {
  expect(envFaults({ ...withoutHostedForm, ...stripe, [name]: value })).toContain(`- ${name}:`)
})

test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'])('refuses Stripe without %s [REQ-D-439]', (name) => {
  expect(envFaults({ ...stripe, [name]: undefined })).toContain(`- ${name}:`)
  expect(envFaults({ ...stripe, PAYMENT_PROVIDER: undefined, [name]: undefined })).toContain(`- ${name}:`)
})

test('sends a key of live mode nowhere but to Stripe, outside of production too [REQ-D-439]', () => {
  const elsewhere = { ...stripe, STRIPE_API_ORIGIN: 'http://127.0.0.1:8091' }
  expect(envFaults(elsewhere)).toContain('- STRIPE_API_ORIGIN:')
  expect(envFaults({ ...elsewhere, STRIPE_SECRET_KEY: stripeKey('sk_test') })).toBe('')
})

test('takes two secrets of the events of Stripe while they are changed [REQ-D-439]', () => {
  const list = 'whsec_first,whsec_second'
  expect(readEnv({ ...stripe, STRIPE_WEBHOOK_SECRETS: list }).STRIPE_WEBHOOK_SECRETS).toEqual(list.split(','))
  for (const wrong of ['whsec_a b', 'secret', 'whsec_first,', `${list},whsec_third`])
    expect(envFaults({ ...stripe, STRIPE_WEBHOOK_SECRETS: wrong })).toContain('- STRIPE_WEBHOOK_SECRETS:')
  for (const wrong of [stripeKey('pk_live'), 'sk_live_', 'sk_live_a\nb'])
    expect(envFaults({ ...stripe, STRIPE_SECRET_KEY: wrong })).toContain('- STRIPE_SECRET_KEY:')
})

const signatureKey = createHash('sha512').update('portal').digest('hex')
const authorizeNet = {
  PAYMENT_PROVIDER: 'authorize-net',
  AUTHORIZE_NET_LOGIN_ID: '5KP3u95bQpv',
  AUTHORIZE_NET_TRANSACTION_KEY: '346HZ32z3fP4hTG2',
  AUTHORIZE_NET_SIGNATURE_KEY: signatureKey,
}

test('production starts with Authorize.net alone, beside others, and with two signature keys [REQ-D-446]', () => {
  expect(envFaults({ ...withoutHostedForm, ...authorizeNet })).toBe('')
  expect(envFaults({ ...productionEnv, ...stripe, ...authorizeNet })).toBe('')
  const second = createHash('sha512').update('next').digest('hex')
  const both = { ...authorizeNet, AUTHORIZE_NET_SIGNATURE_KEY: `${signatureKey},${second}` }
  expect(readEnv(both).AUTHORIZE_NET_SIGNATURE_KEY).toEqual([signatureKey, second])
})

test.each([
  ['AUTHORIZE_NET_TRANSACTION_KEY', '1212121212121212'],
  ['AUTHORIZE_NET_SIGNATURE_KEY', '12'.repeat(64)],
  ['AUTHORIZE_NET_SIGNATURE_KEY', `${signatureKey},${signatureKey}`],
  ['AUTHORIZE_NET_API_ORIGIN', 'https://apitest.authorize.net'],
])('production refuses %s = %s [REQ-D-446]', (name, value) => {
  expect(envFaults({ ...withoutHostedForm, ...authorizeNet, [name]: value })).toContain(`- ${name}:`)
})

test.each(['AUTHORIZE_NET_LOGIN_ID', 'AUTHORIZE_NET_TRANSACTION_KEY', 'AUTHORIZE_NET_SIGNATURE_KEY'])(
  'refuses Authorize.net without %s, and what is none [REQ-D-446]',
  (name) => {
    for (const PAYMENT_PROVIDER of ['authorize-net', undefined])
      expect(envFaults({ ...authorizeNet, PAYMENT_PROVIDER, [name]: undefined })).toContain(`- ${name}:`)
    expect(envFaults({ ...authorizeNet, [name]: 'a b' })).toContain(`- ${name}:`)
  },
)

test('production refuses the embedded database and says why [REL-22]', () => {
  expect(envFaults({ ...productionEnv, DATABASE_URL: undefined })).toContain(
    '- DATABASE_URL: Production needs PostgreSQL: the embedded database does not survive a power cut',
  )
})

test.each([
  ['DATABASE_URL', undefined],
  ['APP_KEYS', undefined],
  ['PROVIDER_SIGNING_KEYS', undefined],
  ['PUBLIC_ORIGIN', 'http://portal.example.org'],
  ['PROVIDER_URL', 'http://pay.example.org'],
  ['DEMO', 'Y'],
  ['FAILPOINTS', 'pay.after-insert:kill'],
  ['LOG_LEVEL', 'debug'],
  ['TEXT_MESSAGE_URL', 'http://texts.example.org'],
  ['SMTP_URL', 'smtp://user:secret@mail.example.org:587'],
  ['SMTP_URL', 'smtp://mail.example.org?requireTLS=false'],
  ['SMTP_URL', 'smtp://mail.example.org?requireTLS=true&ignoreTLS=true'],
  ['SMTP_URL', 'smtps://mail.example.org?tls.rejectUnauthorized=false'],
  ['SMTP_URL', 'smtps://mail.example.org?secure=false'],
  ['APP_KEYS', `k1:${Buffer.alloc(32, 'secret').toString('base64')}`],
  ['APP_KEYS', `k1:${Buffer.alloc(31, 'x').toString('base64')}`],
  ['PROVIDER_SIGNING_KEYS', productionEnv.APP_KEYS],
])('production refuses %s = %s, which is only fit for a demo [SEC-70]', (name, value) => {
  expect(envFaults({ ...productionEnv, [name]: value })).toContain(`- ${name}:`)
})

const unchecked = [
  'sslmode=no-verify',
  'sslmode=disable',
  'sslmode=allow',
  'sslmode=prefer',
  'sslmode=verify-full&sslmode=no-verify',
  'sslmode=require',
  'ssl=no-verify',
  'ssl=true',
  'sslrootcert=/etc/ca.pem',
  'host=db.example.org&sslmode=disable',
]

test.each(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_OWNER_URL'])(
  'production refuses a %s on another machine whose parameters turn the check of its certificate off [SEC-70]',
  (name) => {
    const faults = (url: string) => envFaults({ ...productionEnv, [name]: url })
    for (const parameters of unchecked)
      expect(faults(`postgres://u:p@db/coopline?${parameters}`), parameters).toContain(`- ${name}:`)
    expect(faults('postgres://u:p@127.0.0.1/coopline?host=db&sslmode=disable')).toContain(`- ${name}:`)
    for (const url of [
      'postgres://u:p@db/coopline',
      'postgres://u:p@db/coopline?sslmode=verify-full',
      'postgres://u:p@db/coopline?sslmode=verify-full&sslrootcert=/etc/ca.pem&ssl=true',
      'postgres://u:p@127.0.0.1/coopline?sslmode=disable',
      'postgres://u:p@[::1]:5432/coopline?sslmode=prefer',
      'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/coopline?sslmode=disable',
      'postgres:///coopline?host=/var/run/postgresql&sslmode=disable',
    ])
      expect(faults(url), url).toBe('')
  },
)

test.each([
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['PGSSLMODE', 'no-verify'],
])('production refuses %s=%s, which turns off the check of every certificate [SEC-70]', (name, value) => {
  expect(envFaults({ ...productionEnv, [name]: value })).toContain(`- ${name}: `)
  expect(envFaults({ [name]: value })).toBe('')
})

test.each([
  'smtps://user:secret@mail.example.org',
  'smtp://user:secret@mail.example.org:587?requireTLS=true',
  'smtp://127.0.0.1:25',
  'smtp://localhost:25',
])('production sends mail through %s', (SMTP_URL) => {
  expect(envFaults({ ...productionEnv, SMTP_URL })).toBe('')
})

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '192.0.2.10' },
  { HOST: '::' },
  { PUBLIC_ORIGIN: 'https://demo.example.org' },
  { HOST: '0.0.0.0', NODE_ENV: 'development' },
])('a demo that other machines reach (%o) is refused unless DEMO_PUBLIC=Y says so [SEC-70]', (over) => {
  expect(envFaults({ DEMO: 'Y', ...over })).toContain('- DEMO:')
  expect(envFaults({ DEMO: 'Y', DEMO_PUBLIC: 'Y', ...over })).toBe('')
  expect(envFaults(over)).toBe('')
})

test.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { PORT: '8081' }])(
  'a demo on this machine (%o) starts',
  (over) => {
    expect(envFaults({ DEMO: 'Y', ...over })).toBe('')
  },
)

test('docs/OPERATIONS.md lists every process setting as it is', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/OPERATIONS.md'), 'utf8')
  expect(envDocs().split('\n').length).toBeGreaterThan(20)
  expect(document).toContain(envDocs())
})

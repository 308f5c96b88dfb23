// @peculiar/x509 needs it first.
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, getCACertificates, type SecureContext, setDefaultCACertificates } from 'node:tls'
import { startSandbox } from '@coopline/provider-sandbox/start-sandbox'
import { freePort } from '@coopline/testing/free-port'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { doctorCommand } from '../../cli/doctor.command.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { seedBill } from '../../testing/seed-bill.ts'
import { seedLogin } from '../../testing/seed-login.ts'
import { featureData } from '../../features.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { systemClock } from '../clock.ts'
import type { Env } from '../env.ts'
import { readEnv } from '../../read-env.ts'
import { proofOf } from '../health/same-portal.ts'
import { deadLetters } from '../jobs/jobs.ts'
import { createPgBossJobs } from '../jobs/pg-boss-jobs.ts'
import { runJobsCommand } from '../jobs/run-jobs-command.ts'
import { createKeys, type Key } from '../keys.ts'
import { deleteExpiredJob } from '../retention/delete-expired.job.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkSurroundings } from './check-surroundings.ts'
import type { Finding } from './finding.ts'
import { runDoctorCommand } from './run-doctor-command.ts'

const key = { kid: 'test', secret: new Uint8Array(32).fill(3) }
const folder = mkdtempSync(join(tmpdir(), 'coopline-doctor-'))

/** A service that answers every call with one status. */
let status = 200
let body = ''
const service = createServer((_request, answer) => void answer.writeHead(status).end(body))
let origin = ''
let sandbox: Awaited<ReturnType<typeof startSandbox>>
const listOf = ({ kid, secret }: Key): string => `${kid}:${Buffer.from(secret).toString('base64')}`
const portal = useTestPortal()
beforeAll(async () => {
  sandbox = await startSandbox({
    dataDir: folder,
    signingKeys: listOf(key),
    postbackUrl: 'http://127.0.0.1:9/none',
    now: Date.now,
    slowMs: 20,
  })
  await new Promise<void>((ready) => void service.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
beforeEach(() => {
  status = 200
  body = ''
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  service.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const envWith = (more: Record<string, string> = {}): Env =>
  readEnv({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PROVIDER_URL: sandbox.origin,
    PROVIDER_SIGNING_KEYS: listOf(key),
    ...more,
  })
const { secrets, examine } = featureData
const nowOfDatabase = async () => {
  const [row] = await portal.database.runScript('select now() as now')
  return new Date(String(row?.now))
}
const stored = async (more: Partial<Parameters<typeof checkDatabase>[0]> = {}) =>
  checkDatabase({ env: envWith(), database: portal.database, keys: [key], secrets, examine, ...more })
const around = async (more: Record<string, string> = {}, provider = key) =>
  checkSurroundings(envWith(more), { app: [key], provider: [provider] })
const of = (findings: readonly Finding[], check: string) => findings.find((finding) => finding.check === check)

it('finds nothing wrong with a database that is migrated, fed and worked on', async () => {
  await seedAccount(portal.db)
  await seedBill(portal.db, { bill_date: (await nowOfDatabase()).toISOString().slice(0, 10) as never })
  const findings = await stored()
  for (const check of ['database', 'migrations', 'clock', 'keys', 'failed jobs', 'waiting jobs', 'messages', 'imports'])
    expect(of(findings, check), check).toMatchObject({ status: 'ok' })
})

it('reports that the database does not answer, and still checks everything else', async () => {
  const away = { ...envWith(), DATABASE_URL: 'postgres://coopline:hunter2secret@127.0.0.1:1/none' }
  let printed = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += text))
  expect(await doctorCommand.run([], away)).toBe(1)
  expect(printed).toMatch(
    /^FAULT {4}database: It does not answer: nothing listens at that address \(ECONNREFUSED\)\. Start PostgreSQL/mu,
  )
  expect(printed).toMatch(/^OK {7}payment provider/mu)
  expect(printed).not.toContain('hunter2secret')
})

it('reports a data folder without a database, and makes neither database nor keys', async () => {
  const empty = join(folder, 'empty')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(await doctorCommand.run([], { ...envWith(), DATA_DIR: empty })).toBe(1)
  expect(existsSync(empty)).toBe(false)
})

it('reports a missing migration, one of a newer version, and a database from before the baseline [REL-23]', async () => {
  const rename = async (from: string, to: string) =>
    portal.database.owner
      .withSchema('public')
      .updateTable('coopline_migration' as never)
      .set({ name: to } as never)
      .where('name' as never, '=', from as never)
      .execute()
  const name = '0007-messages.sql'
  await rename(name, '9999_later.sql')
  expect(of(await stored(), 'migrations')).toMatchObject({
    status: 'fault',
    text: expect.stringContaining('9999_later.sql'),
  })
  await rename('9999_later.sql', '0001_settings.sql')
  expect(of(await stored(), 'migrations')).toMatchObject({ advice: 'Create a new database and import again.' })
  await rename('0001_settings.sql', name)
  const [{ hash } = { hash: '' }] = await portal.database.runScript(
    "select hash from coopline_migration where name = '0007-messages.sql'",
  )
  await portal.database.runScript("delete from coopline_migration where name = '0007-messages.sql'")
  expect(of(await stored(), 'migrations')).toMatchObject({ advice: 'Run "coopline migrate".' })
  await portal.database.owner
    .withSchema('public')
    .insertInto('coopline_migration' as never)
    .values({ name, hash })
    .execute()
})

it('reports a role that owns tables: a warning, in production a fault', async () => {
  const expected = portal.database.kind === 'postgresql' ? ['warning', 'fault'] : ['ok', 'ok']
  const production = { ...envWith(), NODE_ENV: 'production' as const, DATABASE_URL: 'postgres://x@y/z' }
  const database = {
    ...portal.database,
    // The test server runs without fsync, which production refuses first.
    runScript: async (script: string) =>
      script.includes('fsync') ? [{ version: 180_000, fsync: 'on' }] : portal.database.runScript(script),
  }
  const levels = [of(await stored(), 'database role'), of(await stored({ env: production, database }), 'database role')]
  expect(levels.map((one) => one?.status)).toEqual(expected)
  const embedded = await checkDatabase({
    env: envWith(),
    database: { ...portal.database, kind: 'pglite' },
    keys: [key],
    secrets,
    examine,
  })
  expect(of(embedded, 'database role')?.text).toBe('The embedded database has one role, which owns all tables.')
})

it('reports keys that stored secrets need and APP_KEYS lacks, by id', async () => {
  await seedAccount(portal.db)
  await seedLogin(portal)
  const other = { kid: 'other', secret: new Uint8Array(32).fill(4) }
  expect(of(await stored({ keys: [other] }), 'keys')).toMatchObject({
    status: 'fault',
    text: expect.stringContaining('The key "test" is missing'),
  })
  expect(of(await stored({ keys: [] }), 'keys')?.status).toBe('fault')
})

it('reports a clock that differs from the database’s', async () => {
  const now = await nowOfDatabase()
  const at = async (ms: number) => of(await stored({ now: new Date(now.getTime() + ms) }), 'clock')?.status
  expect([await at(0), await at(60_000), await at(-2 * 86_400_000)]).toEqual(['ok', 'warning', 'fault'])
})

it('reports days of the provider that were not compared with the ledger [REQ-D-283]', async () => {
  expect(of(await stored(), 'reconciliation')).toMatchObject({
    status: 'warning',
    text: 'No day of the provider was compared with the ledger yet.',
  })
  const compare = (daysAgo: number) =>
    portal.database.runScript(
      `insert into pay.compared_day values ((now() at time zone 'UTC')::date - ${daysAgo}, now())`,
    )
  await compare(9)
  await compare(7)
  const found = of(await stored(), 'reconciliation')
  expect([found?.status, found?.text]).toEqual([
    'warning',
    expect.stringMatching(/^[67] days of the provider were not compared with the ledger, from 20\d\d-\d\d-\d\d on\.$/u),
  ])
  for (const daysAgo of [8, 6, 5, 4, 3, 2, 1]) await compare(daysAgo)
  expect(of(await stored(), 'reconciliation')?.status).toBe('ok')
})

it('warns while people who register may enter a contact that is not on file', async () => {
  const registration = async () => of(await stored(), 'registration')
  expect(await registration()).toMatchObject({ status: 'ok' })
  await portal.db
    .insertInto('portal.setting')
    .values({ key: 'allowUserProvidedContact', value: 'true', updated_at: new Date(), updated_by: 'test' })
    .execute()
  expect(await registration()).toMatchObject({
    status: 'warning',
    text: 'allowUserProvidedContact is on: anyone who has a member’s bill can register the account with an address of their own.',
  })
})

it('reports a code that no one sends', async () => {
  await portal.database.runScript(`
    insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after, priority, attempts)
    values ('k', 'email', 'ada@example.org', '', '', 'en', now() - interval '30 minutes', now(), 0, 0)`)
  expect(of(await stored(), 'messages')).toMatchObject({
    status: 'warning',
    text: 'The oldest code or link has waited for 30 minutes.',
  })
})

it('reports jobs that were given up, jobs that wait, and retention that no longer runs', async () => {
  expect(of(await stored(), 'retention')).toMatchObject({ text: 'No run is known.' })
  const jobs = createPgBossJobs({
    database: portal.database,
    log: portal.deps.log,
    clock: systemClock,
    pollSeconds: 60,
  })
  await jobs.start({ work: false })
  await jobs.stop()
  for (const name of ['late', deadLetters, deleteExpiredJob.name])
    await sql`select job.create_queue(${name}, '{"policy":"standard"}'::jsonb)`.execute(portal.db)
  await sql`insert into job.job (name, start_after) values ('late', now() - interval '1 hour'), (${deadLetters}, now())`.execute(
    portal.db,
  )
  await sql`insert into job.job (name, state, completed_on)
    values (${deleteExpiredJob.name}, 'completed', now() - interval '5 hours')`.execute(portal.db)
  const findings = await stored()
  expect(of(findings, 'failed jobs')).toMatchObject({ status: 'warning', text: '1 jobs were given up.' })
  expect(of(findings, 'waiting jobs')).toMatchObject({ text: 'The oldest has waited for 60 minutes.' })
  expect(of(findings, 'retention')).toMatchObject({ text: 'The last run was 5 hours ago.' })

  await sql`delete from job.job where name = ${deadLetters}`.execute(portal.db)
  await sql`insert into job.job (name, state, start_after, started_on, output)
    values (${deleteExpiredJob.name}, 'retry', now(), now(), '{"message":"permission denied for table audit"}')`.execute(
    portal.db,
  )
  const whileFailing = await stored()
  expect(of(whileFailing, 'failed jobs')).toMatchObject({
    status: 'warning',
    text: 'The last attempt failed: delete-expired.',
  })
  expect(of(whileFailing, 'retention')).toMatchObject({ status: 'fault' })
  expect((await runJobsCommand(['list'], portal.database)).output).toMatch(
    /^No job was given up\.\ndelete-expired: 1, the newest at .*: permission denied for table audit \(tried again\)$/u,
  )
})

it('reports a backup that is missing and events that no one takes [REL-37]', async () => {
  const now = await nowOfDatabase()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  await portal.db
    .insertInto('portal.backup_taken')
    .values({ taken_at: hoursAgo(50.5) })
    .execute()
  await portal.db
    .insertInto('outbox.event')
    .values({ account_number: '1', kind: 'payment-confirmed', body: '{}', created_at: hoursAgo(60.5) })
    .execute()
  const findings = await stored()
  expect(of(findings, 'backup')).toMatchObject({ status: 'warning', text: expect.stringContaining('50 hours ago') })
  expect(of(findings, 'events')).toMatchObject({ status: 'warning', text: expect.stringContaining('60 hours') })
  await portal.db
    .insertInto('portal.backup_taken')
    .values({ taken_at: hoursAgo(1) })
    .execute()
  expect(of(await stored(), 'backup')).toMatchObject({ status: 'ok' })
  // Its body is not that of a documented event.
  await portal.database.runScript('delete from outbox.event')
})

it('reports imports that stopped, also when a bill has a day to come [REL-37]', async () => {
  expect(of(await stored(), 'imports')?.text).toBe('There are no bills: nothing was imported.')
  await seedAccount(portal.db)
  await seedBill(portal.db, { bill_date: '2020-01-01' as never })
  expect(of(await stored(), 'imports')).toMatchObject({ status: 'warning', text: expect.stringMatching(/days old/u) })
  await seedBill(portal.db, { bill_date: '2999-01-01' as never }, [])
  expect(of(await stored(), 'imports')).toMatchObject({ status: 'warning', text: expect.stringMatching(/days old/u) })
})

it('reports services that are down or refuse the portal, without the secrets in their addresses', async () => {
  const closed = `127.0.0.1:${await freePort()}`
  const broken = await around({
    SMTP_URL: `smtp://mailer:hunter2secret@${closed}`,
    TEXT_MESSAGE_URL: `http://${closed}/hunter2secret`,
    TEXT_MESSAGE_TOKEN: 'hunter2secret',
    PROVIDER_URL: `http://${closed}`,
  })
  for (const check of ['mail', 'text service', 'payment provider'])
    expect(of(broken, check), check).toMatchObject({
      status: 'fault',
      text: expect.stringMatching(/ECONNREFUSED|ESOCKET/u),
    })
  expect(JSON.stringify(broken)).not.toContain('hunter2secret')
  status = 401
  const refused = await around({ TEXT_MESSAGE_URL: `${origin}/send`, TEXT_MESSAGE_TOKEN: 'x' })
  expect(of(refused, 'text service')?.text).toContain('refuses the portal (401)')
  status = 503
  expect(of(await around({ PROVIDER_URL: origin }), 'payment provider')).toMatchObject({ status: 'warning' })
})

it('proves by a signed call that the payment provider is there and has the same key [REL-37]', async () => {
  const provider = async (more: Record<string, string> = {}, signing = key) =>
    of(await around(more, signing), 'payment provider')
  expect(await provider()).toEqual({
    check: 'payment provider',
    status: 'ok',
    text: `${new URL(sandbox.origin).host} answers signed calls, and refuses others (key "test").`,
  })
  const other = { kid: 'test', secret: new Uint8Array(32).fill(9) }
  expect(await provider({}, other)).toMatchObject({
    status: 'fault',
    text: expect.stringContaining('refuses the signature of the key "test"'),
  })
  expect(await provider({ PUBLIC_ORIGIN: sandbox.origin })).toMatchObject({
    status: 'fault',
    text: expect.stringContaining('is the portal’s own address'),
  })
  // Another web server, which answers every call.
  expect(await provider({ PROVIDER_URL: origin })).toMatchObject({
    status: 'fault',
    text: expect.stringContaining('not as a payment provider does'),
  })
  body = '{"date":"2026-11-20","payments":[]}'
  expect(await provider({ PROVIDER_URL: origin })).toMatchObject({
    status: 'fault',
    text: expect.stringContaining('answers calls with a wrong signature, too'),
  })
})

it('refuses a stray argument before it opens anything', async () => {
  await expect(
    doctorCommand.run(['stray'], { ...envWith(), DATABASE_URL: 'postgres://x@127.0.0.1:1/none' }),
  ).rejects.toThrow('doctor takes no argument but --json')
})

it('reports a public address that leads to another portal or to no portal', async () => {
  const authority = await trustedAuthority()
  const other = { kid: 'other', secret: new Uint8Array(32).fill(4) }
  expect(await doctorOnCertificate(authority, 90, '127.0.0.1', '127.0.0.1', other)).toMatchObject({
    status: 'fault',
    text: 'HOST is not this portal: it does not prove that it has the same keys (200).',
  })
  expect(await doctorOnCertificate(authority, 90, '127.0.0.1', '127.0.0.1', null)).toMatchObject({
    status: 'fault',
    text: 'The proxy at HOST does not reach the portal (502).',
  })
})

it('reports settings of a demo, a public address without TLS, and TLS that fails', async () => {
  const findings = await around({ PUBLIC_ORIGIN: 'http://portal.example.org' })
  expect(of(findings, 'settings')?.status).toBe('warning')
  expect(of(findings, 'public address')?.status).toBe('fault')
  expect(of(await around(), 'public address')).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('is this machine only and needs no TLS'),
  })
  const noTls = await around({ PUBLIC_ORIGIN: origin.replace('http:', 'https:') })
  expect(of(noTls, 'public address')?.text).toMatch(/^No valid TLS at 127\.0\.0\.1/u)
})

const dayMs = 86_400_000
const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const newKeys = async () => crypto.subtle.generateKey(signing, true, ['sign', 'verify'])

/** A certificate authority, which this process trusts until the test has ended. */
async function trustedAuthority() {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Authority',
    keys,
    signingAlgorithm: signing,
    notBefore: new Date(Date.now() - 400 * dayMs),
    notAfter: new Date(Date.now() + 400 * dayMs),
    extensions: [new BasicConstraintsExtension(true)],
  })
  const before = getCACertificates()
  setDefaultCACertificates([...before, certificate.toString('pem')])
  onTestFinished(() => setDefaultCACertificates(before))
  return { name: certificate.subject, keys }
}

/**
 * Returns what the doctor finds about a server on this machine whose certificate for `address` ends in `days` days.
 *
 * @param portalKey of the portal behind the server; null when the portal does not answer.
 * @param host of PUBLIC_ORIGIN. With a name, the server refuses clients that do not name it, as Caddy does.
 */
async function doctorOnCertificate(
  authority: Awaited<ReturnType<typeof trustedAuthority>>,
  days: number,
  address = '127.0.0.1',
  host = '127.0.0.1',
  portalKey: Key | null = key,
) {
  const keys = await newKeys()
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Portal',
    issuer: authority.name,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    signingAlgorithm: signing,
    notBefore: new Date(Date.now() - 300 * dayMs),
    // An hour more: the doctor counts whole days.
    notAfter: new Date(Date.now() + days * dayMs + 3_600_000),
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'ip', value: address },
        { type: 'dns', value: 'localhost' },
      ]),
    ],
  })
  const privateKey = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  const identity = { key: privateKey, cert: certificate.toString('pem') }
  const SNICallback = (name: string, found: (error: Error | null, context?: SecureContext) => void) =>
    name === host ? found(null, createSecureContext(identity)) : found(new Error('Unknown name'))
  const server = createTlsServer(isIP(host) === 0 ? { SNICallback } : identity, (request, answer) => {
    const nonce = new URL(request.url ?? '', 'https://portal').searchParams.get('nonce') ?? ''
    if (portalKey === null) answer.writeHead(502).end()
    else answer.end(JSON.stringify({ proof: proofOf(createKeys([portalKey]), nonce) }))
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const named = `${host}:${(server.address() as AddressInfo).port}`
  const found = of(await around({ PUBLIC_ORIGIN: `https://${named}` }), 'public address')
  server.closeAllConnections()
  server.close()
  return { ...found, text: found?.text.replace(named, 'HOST') }
}

it('names the portal to a proxy that has a certificate for that name only', async () => {
  expect(await doctorOnCertificate(await trustedAuthority(), 90, '127.0.0.1', 'localhost')).toMatchObject({
    status: 'ok',
    text: 'The certificate of HOST is valid for 90 days.',
  })
})

it('warns of a certificate that ends within 14 days, and accepts one that is valid for longer', async () => {
  const authority = await trustedAuthority()
  expect(await doctorOnCertificate(authority, 13)).toMatchObject({
    status: 'warning',
    text: 'The certificate of HOST ends in 13 days.',
    advice: expect.stringContaining('Renew the certificate'),
  })
  expect(await doctorOnCertificate(authority, 14)).toMatchObject({
    status: 'ok',
    text: 'The certificate of HOST is valid for 14 days.',
  })
})

it('reports a certificate that ended, one of another address and one of an unknown authority', async () => {
  const authority = await trustedAuthority()
  const stranger = { ...authority, keys: await newKeys() }
  const found = [
    await doctorOnCertificate(authority, -1),
    await doctorOnCertificate(authority, 90, '127.0.0.2'),
    await doctorOnCertificate(stranger, 90),
  ]
  expect(found.map((one) => one.status)).toEqual(['fault', 'fault', 'fault'])
  expect(found.map((one) => /(?<cause>[A-Z_]+)\)?\.$/u.exec(one.text ?? '')?.groups?.['cause'])).toEqual([
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    expect.stringMatching(/^(?:CERT_SIGNATURE_FAILURE|UNABLE_TO_)/u),
  ])
})

it('reports a disk that fills up, and documents that cannot be read', async () => {
  const disk = async (bavail: number) =>
    checkDisk({ setting: 'DATA_DIR', folder: '/' }, async () => ({ blocks: 100, bavail }))
  expect([(await disk(50)).status, (await disk(10)).status, (await disk(4)).status]).toEqual(['ok', 'warning', 'fault'])
  const missing = await around({ DOCUMENTS_DIR: join(folder, 'none') })
  expect(of(missing, 'disk of DOCUMENTS_DIR')?.status).toBe('fault')
})

it('prints JSON for programs, and never a key', async () => {
  const secret = randomBytes(32).toString('base64')
  const env = envWith({ APP_KEYS: `test:${secret}` })
  const { output, exitCode, value } = await runDoctorCommand([], { env, database: portal.database, secrets, examine })
  expect(value).toMatchObject({ healthy: exitCode === 0, findings: expect.arrayContaining([]) })
  expect(`${output}${JSON.stringify(value)}`).not.toContain(secret)
  expect((await runDoctorCommand(['--yaml'], { env, database: portal.database, secrets, examine })).exitCode).toBe(2)
})

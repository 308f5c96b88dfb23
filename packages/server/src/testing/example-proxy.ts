// @peculiar/x509 needs it first.
import 'reflect-metadata'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { vi } from 'vitest'

export const proxyKinds = ['nginx', 'caddy'] as const
export type ProxyKind = (typeof proxyKinds)[number]

/** The name that the examples in `deploy/proxy` serve. */
export const proxyHost = 'portal.example.com'

export const isInstalled = (kind: ProxyKind): boolean => spawnSync('sh', ['-c', `command -v ${kind}`]).status === 0

export interface ExampleProxy {
  /** Port of 127.0.0.1 without TLS. */
  readonly plain: number
  /** Port of 127.0.0.1 with TLS. */
  readonly encrypted: number
  /** The certificate, as PEM. */
  readonly certificate: string
  /** Everything that the proxy has logged so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

interface Place {
  readonly folder: string
  readonly plain: number
  readonly encrypted: number
  /** Port of 127.0.0.1 that the proxy forwards to. */
  readonly upstream: number
}

const examples = join(import.meta.dirname, '../../../../deploy/proxy')

/**
 * Starts a proxy with its example of `deploy/proxy`. Only ports, folders and the certificate differ from the file.
 *
 * @param upstream port of 127.0.0.1 that it forwards to.
 */
export async function startExampleProxy(kind: ProxyKind, upstream: number): Promise<ExampleProxy> {
  const folder = mkdtempSync(join(tmpdir(), `coopline-${kind}-`))
  const place: Place = { folder, plain: await freePort(), encrypted: await freePort(), upstream }
  const certificate = await writeCertificate(folder)
  const child = kind === 'nginx' ? startNginx(place) : startCaddy(place)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await vi
    .waitFor(async () => answers(place.encrypted), { timeout: 60_000 })
    .catch((error: unknown) => {
      child.kill('SIGKILL')
      throw new Error(`${kind} does not listen: ${output}`, { cause: error })
    })
  return {
    plain: place.plain,
    encrypted: place.encrypted,
    certificate,
    log: () => [output, ...logFiles(folder)].join('\n'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const logFiles = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

const answers = async (port: number): Promise<void> =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => done(void socket.destroy()))
    socket.once('error', fail)
  })

/** Writes `fullchain.pem` and `privkey.pem`. @returns the certificate. */
async function writeCertificate(folder: string): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${proxyHost}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: proxyHost }])],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  writeFileSync(join(folder, 'fullchain.pem'), certificate.toString('pem'))
  writeFileSync(join(folder, 'privkey.pem'), PemConverter.encode(key, 'PRIVATE KEY'))
  return certificate.toString('pem')
}

/** Replaces texts of an example. @throws Error when one is not there: the test would not run the example. */
const withChanges = (file: string, changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(examples, file), 'utf8'),
  )

function startNginx({ folder, plain, encrypted, upstream }: Place): ChildProcess {
  const site = withChanges('nginx.conf.example', [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ', `listen 127.0.0.1:${encrypted} `],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    [`/etc/letsencrypt/live/${proxyHost}/`, `${folder}/`],
    ['/var/log/nginx/', `${folder}/`],
    ['127.0.0.1:8080', `127.0.0.1:${upstream}`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp;`,
  )
  mkdirSync(join(folder, 'temp'))
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const lines = [user, 'daemon off;', `pid ${folder}/pid;`, `error_log ${folder}/error.log;`, 'events {}']
  // Like nginx.conf of Debian: what a site does not say itself is logged in full.
  const whole = [...lines, 'http {', ...temporary, `access_log ${folder}/access.log;`, site, '}']
  writeFileSync(join(folder, 'nginx.conf'), whole.join('\n'))
  return spawn('nginx', ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')])
}

function startCaddy({ folder, plain, encrypted, upstream }: Place): ChildProcess {
  const ports = `\thttp_port ${plain}\n\thttps_port ${encrypted}\n\tadmin off\n\tdefault_bind 127.0.0.1\n`
  const text = withChanges('Caddyfile', [
    ['\tauto_https disable_redirects\n', `\tauto_https disable_redirects\n${ports}`],
    [
      '\nhttps://{$PORTAL_HOST} {\n',
      `\nhttps://{$PORTAL_HOST} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`,
    ],
  ])
  writeFileSync(join(folder, 'Caddyfile'), text)
  const own = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const env = { ...process.env, ...own, PORTAL_HOST: proxyHost, PORTAL_UPSTREAM: `127.0.0.1:${upstream}` }
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { env })
}

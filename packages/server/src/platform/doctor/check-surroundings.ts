import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { systemClock } from '../clock.ts'
import type { Env } from '../env.ts'
import { portalFolders, readFreeShare, type ReadSpace } from '../health/disk-space.ts'
import { proofOf, samePortalPath } from '../health/same-portal.ts'
import { createKeys, type Key } from '../keys.ts'
import { createLog } from '../log.ts'
import { createGateways, type PaymentGateways } from '../payment-gateway/gateways.ts'
import { proveStaffOidc } from '../staff-oidc/prove.ts'
import { isLoopback } from '../unfit-for-production.ts'
import { causeOf, fault, type Finding, ok, warning } from './finding.ts'

const patienceMs = 10_000
/** Shares of a disk that are free. */
const [scarce, exhausted] = [0.2, 0.05]
const certificateDays = 14

export interface PortalKeys {
  /** The keys of APP_KEYS, or those in the data folder. */
  readonly app: readonly Key[]
  /** The keys shared with the payment provider. */
  readonly provider: readonly Key[]
}

/** Checks what the portal needs besides the database. Each check connects and sends nothing to members. */
export async function checkSurroundings(env: Env, keys: PortalKeys): Promise<readonly Finding[]> {
  const gateways = await createGateways({
    env,
    clock: systemClock,
    // The findings say what is wrong.
    log: createLog('silent'),
    keys: createKeys(keys.app),
    signingKeys: keys.provider,
  })
  const [messages, providers, signOn, others] = await Promise.all([
    Promise.all([checkMail(env), checkTextService(env)]),
    checkProviders(gateways),
    proveStaffOidc(env),
    Promise.all([checkOrigin(env, keys.app), ...portalFolders(env).map(async (one) => checkDisk(one))]),
  ])
  return [checkSettings(env), ...messages, ...providers, ...signOn, ...others]
}

function checkSettings(env: Env): Finding {
  if (env.NODE_ENV !== 'production')
    return warning(
      'settings',
      `NODE_ENV is ${env.NODE_ENV}: defaults that are only fit for a demo are allowed.`,
      'Set NODE_ENV=production where members are served.',
    )
  return ok('settings', 'They are fit for production.')
}

async function checkMail({ SMTP_URL }: Env): Promise<Finding> {
  if (SMTP_URL === undefined)
    return warning('mail', 'SMTP_URL is not set: mails stay in the outbox.', 'Set SMTP_URL and MAIL_FROM.')
  const { createTransport } = await import('nodemailer')
  const silence = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  const transport = createTransport({ url: SMTP_URL, ...silence, dnsTimeout: patienceMs })
  try {
    await transport.verify()
    return ok('mail', `${new URL(SMTP_URL).host} takes mails.`)
  } catch (error) {
    return fault(
      'mail',
      `${new URL(SMTP_URL).host} does not let the portal in: ${causeOf(error)}.`,
      'Check host, port, user, password and TLS in SMTP_URL.',
    )
  } finally {
    transport.close()
  }
}

async function checkTextService(env: Env): Promise<Finding> {
  if (env.TEXT_MESSAGE_URL === undefined) return ok('text service', 'None is set: members get mails only.')
  const { TEXT_MESSAGE_TOKEN: token } = env
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return checkHttp('text service', env.TEXT_MESSAGE_URL, 'Check TEXT_MESSAGE_URL and TEXT_MESSAGE_TOKEN.', headers)
}

/** Reports what the providers prove about their keys and set-up. */
async function checkProviders({ all }: PaymentGateways): Promise<readonly Finding[]> {
  const proven = await Promise.all(all.map(async (gateway) => ({ name: gateway.name, proofs: await gateway.prove() })))
  return proven.flatMap(({ name, proofs }) => {
    const check = all.length === 1 ? 'payment provider' : `payment provider ${name}`
    return proofs.map(({ verdict, sentence, advice }) => ({
      check,
      status: verdict,
      text: sentence,
      ...(advice !== null && { advice }),
    }))
  })
}

/** Requests the head of a page only: any answer but a refusal or a server error shows that the service runs. */
async function checkHttp(
  check: string,
  url: string,
  advice: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Finding> {
  const { host } = new URL(url)
  try {
    const { status } = await fetch(url, {
      method: 'HEAD',
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (status === 401 || status === 403) return fault(check, `${host} refuses the portal (${status}).`, advice)
    if (status >= 500) return warning(check, `${host} answers ${status}.`, advice)
    return ok(check, `${host} answers.`)
  } catch (error) {
    return fault(check, `${host} does not answer: ${causeOf(error)}.`, advice)
  }
}

async function checkOrigin({ NODE_ENV, PUBLIC_ORIGIN }: Env, keys: readonly Key[]): Promise<Finding> {
  const url = new URL(PUBLIC_ORIGIN)
  if (url.protocol === 'https:') {
    const certificate = await checkCertificate(url)
    return certificate.status === 'fault' || keys.length === 0 ? certificate : checkPortal(url, keys, certificate)
  }
  if (NODE_ENV !== 'production' && isLoopback(PUBLIC_ORIGIN))
    return ok('public address', `${PUBLIC_ORIGIN} is this machine only and needs no TLS.`)
  return fault('public address', `${PUBLIC_ORIGIN} has no TLS.`, 'Put a proxy with TLS in front and set PUBLIC_ORIGIN.')
}

/** Proves with a nonce that the public address leads to a portal with the same keys. @param certificate the finding about TLS. */
async function checkPortal(url: URL, keys: readonly Key[], certificate: Finding): Promise<Finding> {
  const check = 'public address'
  const advice =
    'Check that PUBLIC_ORIGIN leads to the proxy of this portal, and that the portal runs with these APP_KEYS.'
  const nonce = randomBytes(16).toString('hex')
  try {
    const answer = await fetch(new URL(`${samePortalPath}?nonce=${nonce}`, url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const said = answer.status === 200 ? await answer.text() : ''
    // A portal that has not restarted since a change of keys still proves a former one.
    if (keys.some((key) => said === JSON.stringify({ proof: proofOf(createKeys([key]), nonce) }))) return certificate
    return answer.status >= 500
      ? fault(check, `The proxy at ${url.host} does not reach the portal (${answer.status}).`, advice)
      : fault(
          check,
          `${url.host} is not this portal: it does not prove that it has the same keys (${answer.status}).`,
          advice,
        )
  } catch (error) {
    return fault(check, `${url.host} does not answer over HTTPS: ${causeOf(error)}.`, advice)
  }
}

/** Compares the certificate with the name and today, as a browser does. */
async function checkCertificate(url: URL): Promise<Finding> {
  const advice = 'Renew the certificate at the proxy, and check that PUBLIC_ORIGIN leads to it.'
  const host = url.hostname.replaceAll(/[[\]]/gu, '')
  // Node sends no server name by default, and a proxy with several certificates, such as Caddy, refuses connections without one.
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const options = { host, port: Number(url.port || 443), timeout: patienceMs, ...servername }
  return new Promise((settle) => {
    const socket = connect(options, () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000)
      settle(
        days < certificateDays
          ? warning('public address', `The certificate of ${url.host} ends in ${days} days.`, advice)
          : ok('public address', `The certificate of ${url.host} is valid for ${days} days.`),
      )
      socket.destroy()
    })
    const fail = (cause: string) => {
      settle(fault('public address', `No valid TLS at ${url.host}: ${cause}.`, advice))
      socket.destroy()
    }
    socket.once('error', (error) => fail(causeOf(error)))
    socket.once('timeout', () => fail('no answer in time'))
  })
}

/** Checks the disk of a folder. @param readSpace of the file system; for tests. @internal */
export async function checkDisk(
  { setting, folder }: { readonly setting: string; readonly folder: string },
  readSpace?: ReadSpace,
): Promise<Finding> {
  const check = `disk of ${setting}`
  const advice = 'Delete what is not needed or enlarge the disk; a full one stops writing.'
  const share = await readFreeShare(folder, readSpace)
  if (share === null)
    return setting === 'DATA_DIR'
      ? ok(check, 'There is no such folder yet.')
      : fault(check, 'The folder cannot be read.', `Check ${setting} and the rights of the portal’s user.`)
  const text = `${Math.round(share * 100)} % is free.`
  if (share < exhausted) return fault(check, text, advice)
  return share < scarce ? warning(check, text, advice) : ok(check, text)
}

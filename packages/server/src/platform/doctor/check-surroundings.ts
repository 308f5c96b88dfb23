import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Env } from '../env.ts'
import { portalFolders, readFreeShare, type ReadSpace } from '../health/disk-space.ts'
import { isLoopback } from '../unfit-for-production.ts'
import { causeOf, fault, type Finding, ok, warning } from './finding.ts'

const patienceMs = 10_000
/** Shares of a disk that are free. */
const [scarce, exhausted] = [0.2, 0.05]
const certificateDays = 14

/** Checks what the portal needs besides the database. Each check connects and sends nothing to members. */
export async function checkSurroundings(env: Env): Promise<readonly Finding[]> {
  const connected = await Promise.all([
    checkMail(env),
    checkTextService(env),
    checkProvider(env),
    checkOrigin(env),
    ...portalFolders(env).map(async (one) => checkDisk(one)),
  ])
  return [checkSettings(env), ...connected]
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

const checkProvider = async (env: Env): Promise<Finding> =>
  checkHttp('payment provider', env.PROVIDER_URL, 'Check PROVIDER_URL, and ask the provider.')

/** Asks for the head of a page only: any answer but a refusal or a server error shows that the service is there. */
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

async function checkOrigin({ NODE_ENV, PUBLIC_ORIGIN }: Env): Promise<Finding> {
  const url = new URL(PUBLIC_ORIGIN)
  if (url.protocol === 'https:') return checkCertificate(url)
  if (NODE_ENV !== 'production' && isLoopback(PUBLIC_ORIGIN))
    return ok('public address', `${PUBLIC_ORIGIN} is this machine only and needs no TLS.`)
  return fault('public address', `${PUBLIC_ORIGIN} has no TLS.`, 'Put a proxy with TLS in front and set PUBLIC_ORIGIN.')
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

/** Checks the disk of a folder. @param readSpace of the file system; for tests. */
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

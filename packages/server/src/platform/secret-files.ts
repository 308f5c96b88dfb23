import { readFileSync, statSync } from 'node:fs'

/**
 * The settings that hold a secret. Each may be given as a file, as Docker, Kubernetes and systemd mount secrets: `APP_KEYS_FILE` holds the
 * path of a file that holds the value of `APP_KEYS`.
 */
export const secretSettings: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_OWNER_URL',
  'APP_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'AUTHORIZE_NET_LOGIN_ID',
  'AUTHORIZE_NET_TRANSACTION_KEY',
  'AUTHORIZE_NET_SIGNATURE_KEY',
  'PROVIDER_SIGNING_KEYS',
  'PARTNER_SIGNING_KEYS',
  'ACLARA_SIGNING_KEYS',
  'SMTP_URL',
  'TEXT_MESSAGE_URL',
  'TEXT_MESSAGE_TOKEN',
  'TEXT_MESSAGE_SIGNING_KEYS',
  'STAFF_OIDC_CLIENT_SECRETS',
  'GA4_API_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

/** The name of the variable that holds the path of a secret's file. */
export const fileVariable = (setting: string): string => `${setting}_FILE`

/** In bytes: a hundred keys fit. A path that leads to a device or a backup by mistake is not read whole. */
const maxBytes = 16_384

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Reads the value in a file, which is one line. @throws Error with a reason that quotes nothing of the file. */
function readSecret(path: string): string {
  const file = statSync(path)
  if (!file.isFile()) throw new Error('it is not a file')
  if (file.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  const value = decoder.decode(readFileSync(path)).replace(/\r?\n$/u, '')
  if (value.trim() === '') throw new Error('it is empty')
  if (/[\r\n\0]/u.test(value)) throw new Error('it has more than one line')
  return value
}

interface GivenSettings {
  readonly given: Readonly<Record<string, string>>
  readonly faults: readonly string[]
}

/**
 * Puts the values in the files that `source` names in place of their paths. Finds the settings that are given twice, files that cannot be
 * read, and files for settings that hold no secret.
 *
 * @param settings the names of all settings.
 */
export function readSecretFiles(source: Readonly<Record<string, string>>, settings: readonly string[]): GivenSettings {
  const given = { ...source }
  const faults: string[] = []
  for (const setting of settings) {
    const variable = fileVariable(setting)
    const path = source[variable]
    if (path === undefined) continue
    if (!secretSettings.includes(setting)) faults.push(`${variable}: ${setting} is no secret: give its value itself`)
    else if (source[setting] !== undefined) faults.push(`${variable}: Give it or ${setting}, not both`)
    else
      try {
        given[setting] = readSecret(path)
      } catch (error) {
        faults.push(`${variable}: ${path} cannot be read: ${error instanceof Error ? reasonOf(error) : String(error)}`)
      }
  }
  return { given, faults }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
}

const reasonOf = (error: Error & { readonly code?: string }): string => reasons[error.code ?? ''] ?? error.message

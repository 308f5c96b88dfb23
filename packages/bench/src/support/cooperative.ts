import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coopline } from './coopline.ts'
import { type BundleSize, writeBundle } from './write-bundle.ts'

/** Settings under which every account can be paid and no rate limit stops a load from one machine. */
const payingSettings = {
  QuickPay: true,
  utilityAllowCreditCard: true,
  utilityAllowEcheck: true,
  allowVisa: true,
  allowMaster: true,
  allowAmex: true,
  allowDiscover: true,
  allowUnderPay: true,
  coopName: 'Prairie Ridge',
  utilityName: 'Prairie Ridge Electric Cooperative',
  pgClientId: '54701',
  cardConvenienceFee: { kind: 'percent', value: '2.95', count: 1 },
  echeckConvenienceFee: { kind: 'flat', value: '0.50', count: 1 },
  quickPayFailuresPerAccountPerDay: 100,
  quickPayFailuresPerMemberPerYear: 10_000,
  quickPayFailuresPerClientPerHour: 1000,
  quickPayFailuresPerNetworkPerHour: 10_000,
  quickPayGlobalFailuresPer10Minutes: 100_000,
  quickPayRequisitionsPerHour: 1000,
} as const

export const limitsNote =
  'Limits raised so that they are not what is measured: REQUESTS_PER_5_MINUTES, the Quick Pay failure budgets and quickPayRequisitionsPerHour. The counters themselves run. Every payer has their own address and network (X-Forwarded-For from a trusted proxy).'

export const newKey = (): Buffer => randomBytes(32)

/** Process settings of a portal under load: it logs as in production, and its jobs run elsewhere. */
export const loadEnv = (providerKey: Buffer): Readonly<Record<string, string>> => ({
  APP_KEYS: `bench:${newKey().toString('base64')}`,
  PROVIDER_SIGNING_KEYS: `bench:${providerKey.toString('base64')}`,
  TRUSTED_PROXIES: '127.0.0.1',
  REQUESTS_PER_5_MINUTES: '100000000',
  LOG_LEVEL: 'info',
  WORKERS: 'N',
})

/** Makes a cooperative of the given size in the database that `env` names, through `coopline import` and `settings import`. */
export async function makeCooperative(
  env: Readonly<Record<string, string>>,
  folder: string,
  size: BundleSize,
): Promise<void> {
  const bundle = join(folder, 'bundle')
  await writeBundle(bundle, size, [
    'members.csv',
    'phones.csv',
    'emails.csv',
    'accounts.csv',
    'balances.csv',
    'bills.csv',
    'payments.csv',
  ])
  await coopline(['import', bundle, '--quiet', '--report', join(folder, 'report.csv')], env)
  await importSettings(env, folder)
}

/** Gives a cooperative the settings of a load; a database without tables gets them first. */
export async function importSettings(
  env: Readonly<Record<string, string>>,
  folder: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const settings = join(folder, 'settings.json')
  writeFileSync(settings, JSON.stringify({ ...payingSettings, ...more }))
  await coopline(['settings', 'import', settings], env)
}

import type { usage } from '@coopline/contract/usage/usage/usage.contract'
import type { QueryOf } from '@coopline/contract/endpoint'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { NotFound, TooManyAttempts } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { type Days, listMeters, type MeterFacts } from './readings.store.ts'
import { requireUsageAccount, requireUsageRange, type UsageDeps } from './require-usage.ts'
import type { UsageAccount } from './usage-account.store.ts'

/** The requested contents of a usage file. */
export type FileQuery = QueryOf<typeof usage.csv>

export interface PreparedFile {
  readonly account: UsageAccount
  /** The meters of the file, by number. */
  readonly meters: readonly MeterFacts[]
  /** All meters of the account, by number. */
  readonly accountMeters: readonly MeterFacts[]
  readonly days: Days
  readonly detail: 'day' | 'interval'
  /** Account and days, without the file extension. */
  readonly baseName: string
}

const hour = 3_600

/**
 * Validates a usage download, counts it against the limit and records it. Unlike charts, files have no 180-day limit.
 *
 * @throws NotOwned; NotFound when the account has no such meter; Refused when the account or the range does not allow it;
 * TooManyAttempts.
 */
export async function prepareUsageFile(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  { fromDate, toDate, meterId, detail = 'interval' }: FileQuery,
  format: 'csv' | 'green-button',
): Promise<PreparedFile> {
  const account = await requireUsageAccount(deps, call, accountNumber)
  requireUsageRange(deps, { fromDate, toDate }, false)
  const all = await listMeters(deps.db, accountNumber)
  const meters = meterId === undefined ? all : all.filter(({ meterNumber }) => meterNumber === meterId)
  if (meters.length === 0) throw new NotFound('The account has no such meter')
  await countDownload(deps, call)
  const { caller, request } = call
  await recordAudit(deps.db, {
    kind: 'usage.downloaded',
    at: deps.clock.now(),
    memberNumber: caller.memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { format, from: fromDate, to: toDate, detail, meters: meters.length },
  })
  const baseName = `usage-${accountNumber}-${fromDate}-${toDate}`
  return { account, meters, accountMeters: all, days: { from: fromDate, to: toDate }, detail, baseName }
}

async function countDownload({ db, settings, clock }: UsageDeps, { caller }: MemberRequest): Promise<void> {
  const limit = settings.current().usageFilesPerHour
  const kind = 'usage.download'
  const count = await recordAttempt(db, { kind, subject: caller.loginId, windowSeconds: hour, limit }, clock.now())
  if (!count.allowed) throw new TooManyAttempts(kind, count.retryAfterSeconds)
}

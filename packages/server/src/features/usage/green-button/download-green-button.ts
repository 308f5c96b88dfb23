import type { FileAnswer } from '@coopline/contract/endpoint'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { type FileQuery, prepareUsageFile, readStoredDays } from '../usage/public.ts'
import { espiBase } from './espi-base.ts'
import { listBilledPeriods } from './billed-periods.store.ts'
import { serviceOf } from './espi-codes.ts'
import { idOf } from './espi-entry.ts'
import type { FeedMeter } from './espi-resources.ts'
import { findBillBearer } from './find-bill-bearer.ts'
import { writeGreenButton } from './write-green-button.ts'

/** Streams an account's usage as a Green Button file (Download My Data). @throws the same as `prepareUsageFile`. */
export async function downloadGreenButton(
  deps: Deps,
  call: MemberRequest,
  accountNumber: string,
  query: FileQuery,
): Promise<FileAnswer> {
  const { account, meters, accountMeters, days, detail, baseName } = await prepareUsageFile(
    deps,
    call,
    accountNumber,
    query,
    'green-button',
  )
  const { timeZone } = deps.settings.current()
  const base = espiBase(deps)
  const subscription = idOf(`${base}/RetailCustomer/${accountNumber}`)
  const bills = await listBilledPeriods(deps.db, { accountNumber, ...days })
  const feed = {
    base,
    subscription,
    self: `${base}/DownloadMyData/Subscription/${subscription}`,
    timeZone,
    now: deps.clock.now(),
    hasCost: true,
  }
  const ofMeters = meters.map(
    ({ meterNumber, unit }): FeedMeter => ({
      accountNumber,
      meterNumber,
      unit,
      service: serviceOf(unit, account.accountType),
      days: readStoredDays(deps.db, { ...days, accountNumber, meterNumber, detail }),
      bills: bills.filter(({ end }) => findBillBearer(accountMeters, end) === meterNumber),
      sharing: accountMeters.length,
    }),
  )
  return { fileName: `${baseName}.xml`, pieces: writeGreenButton(feed, ofMeters) }
}

import type { usage } from '@coopline/contract/usage/usage/usage.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { NotFound } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { listMeters } from './readings.store.ts'
import { requireUsageAccount, type UsageDeps } from './require-usage.ts'

const spacings: ReadonlyMap<number | null, 'five' | 'fifteen' | 'thirty' | 'sixty'> = new Map([
  [5, 'five'],
  [15, 'fifteen'],
  [30, 'thirty'],
  [60, 'sixty'],
])

/**
 * The interval length of a meter (AS-07, DU-08). A meter with daily readings only has no such attribute.
 *
 * @throws NotOwned; NotFound when the account has no such meter; Refused when the account does not allow it.
 */
export async function listUsageAttributes(
  deps: UsageDeps,
  call: MemberRequest,
  accountNumber: string,
  meterId: string,
): Promise<AnswerOf<typeof usage.attributes>> {
  await requireUsageAccount(deps, call, accountNumber)
  const meters = await listMeters(deps.db, accountNumber)
  const meter = meters.find(({ meterNumber }) => meterNumber === meterId)
  if (meter === undefined) throw new NotFound('The account has no such meter')
  const interval = spacings.get(meter.intervalMinutes)
  return { attributeCategoryName: 'Interval Data', attributes: interval === undefined ? [] : [{ interval }] }
}

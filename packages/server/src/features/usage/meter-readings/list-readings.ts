import type { AnswerOf } from '@coopline/contract/endpoint'
import type { meterReadings } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { findReadingAccount } from './meter-readings.store.ts'

/** Lists the meters of an account and the readings that its member sent. @throws NotOwned. */
export async function listReadings(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber } }: MemberRequest,
  accountNumber: string,
): Promise<AnswerOf<(typeof meterReadings)['list']>> {
  const today = todayOf({ settings, clock })
  const found = await findReadingAccount(db, { memberNumber, accountNumber, today })
  const { isCollected, meters, readings } = requireOwnAccount(found, accountNumber)
  return { isCollected, today, meters: [...meters], readings: [...readings] }
}

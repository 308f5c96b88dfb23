import { meterReadings } from '@coopline/contract/meter-readings/meter-readings.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'

const accountNumber = '100100101'

/** Ada reads the meter M-7 of her account. */
export const fixtures: SliceFixtures = async ({ portal, ofAccount }) => {
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, collects_meter_readings: true })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet({ collects_meter_readings: true }))
    .execute()
  await portal.db
    .insertInto('cis.meter')
    .values({ account_number: accountNumber, meter_number: 'M-7' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const body = { meterNumber: 'M-7', reading: '04512', readOn: '2026-11-20', isConfirmed: false }
  return [
    [meterReadings.list, ofAccount],
    [meterReadings.send, async () => ({ ...(await ofAccount()), body })],
  ]
}

import { meterReadings } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { aJpeg } from '../../../testing/pictures.ts'
import { encryptFile } from '../../../platform/uploads/encrypt-file.ts'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { photoOf } from './photo.ts'

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
    [
      meterReadings.photo,
      async () => {
        const call = await ofAccount()
        return { ...call, params: { ...call.params, readingId: await seedPhoto(portal) } }
      },
    ],
  ]
}

/** A reading of Ada's with a photo. @returns its number. */
async function seedPhoto({ db, deps }: TestPortal): Promise<string> {
  const owned = { account_number: accountNumber, member_number: '10001', created_at: deps.clock.now() }
  const reading = { ...owned, meter_number: 'M-7', read_on: given.day as never, reading: 4_400 }
  const { id } = await db
    .insertInto('portal.meter_reading')
    .values(reading)
    .onConflict((conflict) =>
      conflict
        .columns(['account_number', 'member_number', 'meter_number', 'read_on', 'reading'])
        .doUpdateSet({ created_at: reading.created_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { sealedKey, content } = encryptFile(deps, aJpeg(), photoOf(id))
  await db
    .insertInto('portal.meter_reading_photo')
    .values({ ...owned, reading_id: id, media_type: 'image/jpeg', sealed_key: sealedKey, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return String(id)
}

export const storeCalls: StoreCalls = {
  photos: {
    insertPhoto: [
      {
        readingId: 1,
        accountNumber,
        memberNumber: given.member,
        mediaType: 'image/jpeg',
        sealedKey: given.hash,
        content: given.hash,
        now: given.now,
      },
    ],
    findPhoto: [1],
  },
}

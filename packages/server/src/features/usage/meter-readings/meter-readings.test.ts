import { meterReadings } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedDays, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const [memberNumber, accountNumber] = ['10001', '100100101']
const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => {
  await seedMeter(portal.db)
  await collect(true)
})

const collect = async (isCollected: boolean) =>
  portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, collects_meter_readings: isCollected })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet({ collects_meter_readings: isCollected }))
    .execute()

const sound = { meterNumber: 'E-1', reading: '004512', readOn: '2026-11-20', isConfirmed: false }
type Changes = Partial<typeof sound>
const send = async (changes: Changes = {}, account = accountNumber) =>
  portal.call(meterReadings.send, {
    ...ada,
    params: { memberNumber, accountNumber: account },
    body: { ...sound, ...changes },
  })
const answered = async (changes: Changes = {}) => (await send(changes)).json<{ isRecorded: boolean; message: string }>()
const list = async (account = accountNumber) =>
  portal.call(meterReadings.list, { ...ada, params: { memberNumber, accountNumber: account } })
const readings = async () => (await list()).json<{ readings: unknown[] }>().readings
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select(['account_number', 'body'])
    .where('kind', '=', 'meter-reading.sent')
    .orderBy('id')
    .execute()

describe('the meters of an account', () => {
  it('are listed while in service, with whether the cooperative takes readings [AO-29]', async () => {
    await seedMeter(portal.db, { meterNumber: 'E-0' })
    await portal.db
      .updateTable('cis.meter')
      .set({ in_service_to: '2026-11-19' as never })
      .where('meter_number', '=', 'E-0')
      .execute()
    const meters = [{ meterNumber: 'E-1', unit: 'kWh' }]
    expect((await list()).json()).toEqual({ isCollected: true, today: '2026-11-20', meters, readings: [] })
    await collect(false)
    expect((await list()).json()).toMatchObject({ isCollected: false })
  })
})

describe('sending a reading', () => {
  it('records it once, with an event for the cooperative and an audit entry [AO-29]', async () => {
    const first = await answered()
    expect(first).toEqual({
      isRecorded: true,
      message: 'We received your reading: 4,512 on 11/20/2026 for meter E-1.',
    })
    expect(await Promise.all([answered(), answered({ reading: '4512' })])).toEqual([first, first])
    expect(await events()).toEqual([
      {
        account_number: accountNumber,
        body: {
          memberNumber,
          meterNumber: 'E-1',
          unit: 'kWh',
          reading: 4_512,
          readOn: '2026-11-20',
          sentOn: '2026-11-20',
          confirmed: null,
          photo: null,
        },
      },
    ])
    const audit = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number', 'account_number'])
      .where('kind', '=', 'meter-readings.sent')
      .execute()
    expect(audit).toEqual([{ member_number: memberNumber, account_number: accountNumber }])
    expect(await readings()).toMatchObject([
      { meterNumber: 'E-1', reading: 4_512, readOn: '2026-11-20', hasPhoto: false },
    ])
  })

  it('records one reading and one event for two identical calls at once', async () => {
    const answers = await Promise.all([answered(), answered()])
    expect(answers.map(({ isRecorded }) => isRecorded)).toEqual([true, true])
    expect(await events()).toHaveLength(1)
    expect(await readings()).toHaveLength(1)
  })

  it('takes a correction of the same day as another reading, newest first', async () => {
    await send()
    expect(await answered({ reading: '4215' })).toMatchObject({ isRecorded: true })
    expect(await readings()).toMatchObject([{ reading: 4_215 }, { reading: 4_512 }])
  })

  it.each<[Changes, string, string]>([
    [{ meterNumber: 'E-9' }, 'meterNumber', 'Choose a meter.'],
    [{ reading: '' }, 'reading', 'Enter the reading.'],
    [{ reading: '45.1' }, 'reading', 'Enter up to 9 digits. Leave out commas and decimals.'],
    [{ readOn: '2026-11-21' }, 'readOn', 'Choose a date from 10/21/2026 to 11/20/2026.'],
    [{ readOn: '2026-10-20' }, 'readOn', 'Choose a date from 10/21/2026 to 11/20/2026.'],
  ])('refuses %j, even confirmed', async (changes, field, message) => {
    const refused = await send({ ...changes, isConfirmed: true })
    expect(refused.statusCode).toBe(400)
    expect(errorsOf(refused).map((error) => [error.field, error.message])).toEqual([[field, message]])
    expect(await events()).toEqual([])
  })

  it('is refused where the cooperative takes no readings [AO-29]', async () => {
    await collect(false)
    expect((await send()).statusCode).toBe(403)
    expect(await events()).toEqual([])
  })

  it('is refused for another member’s account, like one that does not exist', async () => {
    await seedAccount(portal.db, bensAccount)
    for (const account of ['100200101', '999999999'])
      expect([(await send({}, account)).statusCode, (await list(account)).statusCode]).toEqual([404, 404])
    expect(await events()).toEqual([])
  })
})

describe('an unusual reading', () => {
  /** Sends a reading that is questioned, then confirms it. @returns the question and what the event says was confirmed. */
  const askedAbout = async (changes: Changes) => {
    const before = await events()
    const doubted = await answered(changes)
    expect(doubted.isRecorded).toBe(false)
    expect(await events()).toEqual(before)
    expect(await answered({ ...changes, isConfirmed: true })).toMatchObject({ isRecorded: true })
    const body = (await events()).at(-1)?.body as { confirmed?: string } | undefined
    return { question: doubted.message, confirmed: body?.confirmed }
  }

  it('below the member’s last one is recorded after confirmation', async () => {
    await send({ readOn: '2026-11-10' })
    expect(await askedAbout({ reading: '4511' })).toEqual({
      question: expect.stringContaining('lower than the last one we have: 4,512 on 11/10/2026') as string,
      confirmed: 'lower',
    })
  })

  it('after the register started again at zero is recorded after confirmation', async () => {
    await send({ readOn: '2026-11-10', reading: '99990' })
    expect(await askedAbout({ reading: '00120' })).toEqual({
      question: expect.stringContaining('starts again at zero') as string,
      confirmed: 'rollover',
    })
  })

  it('far above the usual use is recorded after confirmation', async () => {
    await seedDays(
      portal.db,
      { day: '2026-11-08', used: 40_000 },
      { day: '2026-11-09', used: 20_000, endReading: 4_500_900 },
    )
    expect(await answered({ readOn: '2026-11-10', reading: '4600' })).toMatchObject({ isRecorded: true })
    expect(await askedAbout({ reading: '9999' })).toEqual({
      question: expect.stringContaining(
        'about 540 kWh a day since 11/10/2026. Your usual use is about 30 kWh',
      ) as string,
      confirmed: 'high',
    })
  })

  it('is compared with the meter’s own readings of earlier days only', async () => {
    await seedDays(
      portal.db,
      { day: '2026-11-09', endReading: 5_000_900 },
      { day: '2026-11-10', endReading: 9_000_000 },
    )
    expect(await answered({ reading: '5000', readOn: '2026-11-09' })).toMatchObject({ isRecorded: true })
    expect(await askedAbout({ reading: '4999', readOn: '2026-11-10' })).toEqual({
      question: expect.stringContaining('5,000 on 11/09/2026') as string,
      confirmed: 'lower',
    })
  })

  it('a correction of a reading of the same day is compared with the day before', async () => {
    await send({ readOn: '2026-11-10' })
    await send({ reading: '4600' })
    expect(await askedAbout({ reading: '4500' })).toEqual({
      question: expect.stringContaining('4,512 on 11/10/2026') as string,
      confirmed: 'lower',
    })
  })

  it('is not compared with readings of the account’s former member or of another meter', async () => {
    const other = { account_number: accountNumber, reading: 9_999, created_at: new Date() }
    await portal.db
      .insertInto('portal.meter_reading')
      .values([
        { ...other, member_number: '10009', meter_number: 'E-1', read_on: '2026-11-10' as never },
        { ...other, member_number: memberNumber, meter_number: 'E-0', read_on: '2026-11-10' as never },
      ])
      .execute()
    expect(await answered()).toMatchObject({ isRecorded: true })
    expect(await readings()).toMatchObject([{ reading: 4_512 }, { meterNumber: 'E-0' }])
  })
})

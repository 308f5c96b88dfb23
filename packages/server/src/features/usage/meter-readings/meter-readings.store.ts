import type { SentMeterReading } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { ReadingHistory } from '@coopline/rules/usage/meter-readings/check-meter-reading'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { loadMeterHistory } from '../usage/public.ts'

/** An account as the meter reading page shows it. */
export interface ReadingAccount {
  readonly isCollected: boolean
  /** Meters in service, by number. */
  readonly meters: readonly { readonly meterNumber: string; readonly unit: string }[]
  /** Readings that the member sent, newest first. */
  readonly readings: readonly SentMeterReading[]
}

const maxMeters = 100
const maxReadings = 50

/** Finds a member's account with its meters and sent readings; `undefined` when it does not exist or is another member's. */
export async function findReadingAccount(
  executor: Executor,
  { memberNumber, accountNumber, today }: { memberNumber: string; accountNumber: string; today: CalendarDate },
): Promise<ReadingAccount | undefined> {
  const { rows } = await sql<ReadingAccount>`
    with meters as (
      select meter_number as "meterNumber", unit from cis.holder_meter
      where account_number = ${accountNumber} and (in_service_to is null or in_service_to >= ${today})
      order by meter_number limit ${maxMeters}),
    readings as (
      select meter_number as "meterNumber", reading, read_on as "readOn", id from portal.meter_reading
      where account_number = ${accountNumber} and member_number = ${memberNumber}
      order by read_on desc, id desc limit ${maxReadings}),
    photos as (
      select reading_id from portal.meter_reading_photo
      where account_number = ${accountNumber} and reading_id in (select id from readings))
    select coalesce(detail.collects_meter_readings, false) as "isCollected",
      (select coalesce(json_agg(meters order by "meterNumber"), '[]') from meters) as meters,
      (select coalesce(json_agg(json_build_object('id', id, 'meterNumber', "meterNumber", 'reading', reading,
          'readOn', "readOn", 'hasPhoto', id in (select reading_id from photos))
        order by "readOn" desc, id desc), '[]') from readings) as readings
    from cis.account as account
    left join cis.account_detail as detail on detail.account_number = account.account_number
    where account.account_number = ${accountNumber} and account.member_number = ${memberNumber}`.execute(executor)
  return rows[0]
}

interface OfMeter {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly meterNumber: string
  readonly readOn: CalendarDate
}

/** Loads what is known about a meter before a day. Readings older than 400 days do not count. */
export async function loadReadingHistory(
  executor: Executor,
  { memberNumber, accountNumber, meterNumber, readOn }: OfMeter,
): Promise<ReadingHistory> {
  const oldest = addDays(readOn, -400)
  const own = sql`account_number = ${accountNumber} and meter_number = ${meterNumber}`
  const sent = await sql<Known>`
    select reading, read_on as day from portal.meter_reading
    where ${own} and member_number = ${memberNumber} and read_on >= ${oldest} and read_on < ${readOn}
    order by read_on desc, id desc limit 1`.execute(executor)
  const { last, usualPerDay } = await loadMeterHistory(executor, { accountNumber, meterNumber }, readOn)
  const [previous = null] = [...sent.rows, ...(last === null ? [] : [last])].toSorted((one, other) =>
    other.day.localeCompare(one.day),
  )
  return { previous, usualPerDay }
}

type Known = NonNullable<ReadingHistory['previous']>

/** Inserts a reading, unless the same one is recorded. @returns its id, and whether it is new. */
export async function insertMeterReading(
  tx: Tx,
  reading: OfMeter & { readonly reading: number; readonly now: Date },
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const inserted = await tx
    .insertInto('portal.meter_reading')
    .values({
      account_number: reading.accountNumber,
      member_number: reading.memberNumber,
      meter_number: reading.meterNumber,
      read_on: reading.readOn,
      reading: reading.reading,
      created_at: reading.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return { id: inserted.id, isNew: true }
  const { id } = await tx
    .selectFrom('portal.meter_reading')
    .select('id')
    .where('account_number', '=', reading.accountNumber)
    .where('member_number', '=', reading.memberNumber)
    .where('meter_number', '=', reading.meterNumber)
    .where('read_on', '=', reading.readOn)
    .where('reading', '=', reading.reading)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

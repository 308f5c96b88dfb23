import { onConnection } from './fill-cooperative.ts'

/** The days that have readings: 13 months before the day on which a filled cooperative's bills end. */
const readingDays = { from: '2025-10-01', to: '2026-10-31' } as const

/** Gives every meter of a filled cooperative a reading of each day, and its ZIP code the weather. One month at a time. */
export async function fillReadings(url: string, accounts: number): Promise<void> {
  await onConnection(url, async (client) => {
    const { from, to } = readingDays
    await client.query(`select meter.create_months('${from}', '${to}')`)
    await client.query(`insert into meter.weather_zip values ('*', 'KEAU')`)
    await client.query(
      `insert into meter.weather_day select 'KEAU', d, 20 + extract(doy from d)::integer % 50, 40 + extract(doy from d)::integer % 50,
         30 + extract(doy from d)::integer % 50 from generate_series(date '${from}', date '${to}', interval '1 day') as d`,
    )
    const { rows } = await client.query<{ first: string }>(
      `select to_char(d, 'YYYY-MM-DD') as first from generate_series(date '${from}', date '${to}', interval '1 month') as d`,
    )
    for (const { first } of rows)
      await client.query(
        `insert into meter.daily_reading (account_number, meter_number, day, used, status, unit)
           select (100000000 + n)::text, 'E-' || n, d, 20000 + (n::bigint * 7919 + extract(doy from d)::bigint * 104729) % 30000, 'actual', 'kWh'
           from generate_series(0, ${accounts - 1}) as n,
             generate_series(date '${first}', date '${first}' + interval '1 month' - interval '1 day', interval '1 day') as d`,
      )
    await client.query('vacuum analyze meter.daily_reading')
  })
}

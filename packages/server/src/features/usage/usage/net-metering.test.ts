import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { beforeEach, expect, it } from 'vitest'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { importBundle, type ImportEntry } from '../../site/integration/public.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => seedMeter(portal.db))

const header = 'account_number,period_end,added_kwh,used_kwh,expired_kwh,bank_kwh,bank_value,expires_on,true_up_on'

async function bring(...rows: readonly string[]): Promise<readonly string[]> {
  const entries: ImportEntry[] = []
  await importBundle(portal.deps, {
    directory: bundleFolder({ 'net-metering.csv': csv(header, ...rows) }),
    report: (entry) => void entries.push(entry),
  })
  return entries.map(({ line, column, reason }) => `${line} ${column} ${reason}`)
}

const ask = async () =>
  portal.call(usage.netMetering, { ...ada, params: { memberNumber: '10001', accountNumber: '100100101' } })
const ledger = async () => (await ask()).json<{ periods: readonly object[] }>().periods

it('lists the imported ledger of an account with the newest period first', async () => {
  expect(
    await bring(
      '100100101,2026-09-22,212,0,,412.5,25.58,2027-04-01,2027-03-31',
      '100100101,2026-10-22,180.125,92,0.5,500.125,,,',
    ),
  ).toEqual([])
  expect(await ledger()).toEqual([
    {
      periodEnd: '2026-10-22',
      addedKwh: 180.125,
      usedKwh: 92,
      expiredKwh: 0.5,
      bankKwh: 500.125,
      bankValue: null,
      expiresOn: null,
      trueUpOn: null,
    },
    {
      periodEnd: '2026-09-22',
      addedKwh: 212,
      usedKwh: 0,
      expiredKwh: 0,
      bankKwh: 412.5,
      bankValue: 2558,
      expiresOn: '2027-04-01',
      trueUpOn: '2027-03-31',
    },
  ])
})

it('replaces a period that comes again, and refuses negative energy and unknown accounts', async () => {
  await bring('100100101,2026-10-22,180,0,,500,,,')
  expect(
    await bring('100100101,2026-10-22,181,0,,501,,,', '100100101,2026-11-22,-1,0,,500,,,', '999,2026-10-22,1,0,,1,,,'),
  ).toEqual([
    '3 added_kwh must be a number of zero or more with at most three decimals, such as 812 or 812.5',
    '4 account_number names no account on file',
  ])
  expect(await ledger()).toMatchObject([{ periodEnd: '2026-10-22', addedKwh: 181, bankKwh: 501 }])
})

it('lists thirteen periods at most, and nothing while usage is suspended', async () => {
  expect(await ledger()).toEqual([])
  const months = Array.from(
    { length: 40 },
    (_none, at) => `${2023 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
  )
  await bring(...months.map((month) => `100100101,${month}-22,1,0,,1,,,`))
  expect(await ledger()).toHaveLength(13)
  expect((await ledger())[0]).toMatchObject({ periodEnd: '2026-04-22' })
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: '100100101', usage_suspended: true })
    .execute()
  expect((await ask()).statusCode).toBe(400)
})

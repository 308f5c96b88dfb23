import type { ConnectedMeter } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { espiResources } from '@coopline/contract/usage/connected-apps/espi-resources.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { type CallSource, type Texts, visitor } from '../../../testing/endpoint-fixture.ts'
import { seedDays } from '../../../testing/seed-usage.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { espiBase, findBillBearer, usagePointId } from '../green-button/public.ts'
import { listMeters, type MeterFacts } from '../usage/public.ts'

interface Wanted {
  readonly scope: string
  readonly meters: readonly ConnectedMeter[]
  readonly clientId?: string
}

const accountNumber = '100100101'
const billDate = '2026-09-14'
const billEnd = calendarDate('2026-09-11')

/** One valid call of each ESPI resource, about the meter of Ada's account that carries its bills. */
export async function espiCalls(
  portal: TestPortal,
  connect: (wanted: Wanted) => Promise<{ readonly grantId: string; readonly token: string }>,
  addApp: () => Promise<string>,
): Promise<readonly (readonly [Endpoint, CallSource])[]> {
  const { db } = portal
  const prepared = async (params: Texts, clientId?: string) => {
    const all = await listMeters(db, accountNumber)
    const bearer = all.find(({ meterNumber }) => meterNumber === findBillBearer(all, billEnd))
    if (bearer === undefined) throw new Error('The account has no meter')
    const meter = { accountNumber, meterNumber: bearer.meterNumber }
    await seedUsage(portal, bearer)
    const app = clientId === undefined ? {} : { clientId }
    const { token } = await connect({ scope: ownScopes.day, meters: [meter], ...app })
    const ids: Texts = {
      subscriptionId: 'own',
      usagePointId: usagePointId({ base: espiBase(portal.deps) }, meter),
      meterReadingId: `1440-${bearer.unit}-delivered`,
      intervalBlockId: '2026-11-18',
      usageSummaryId: billDate,
    }
    const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, ids[name] ?? value]))
    return { ...visitor, params: given, headers: { authorization: `Bearer ${token}` } }
  }
  const { application, ...others } = espiResources
  const single: Readonly<Record<string, string>> = {
    [espiResources.readingType.id]: 'electricity-1440-kWh-delivered',
    [espiResources.localTime.id]: '1',
    [espiResources.authorization.id]: 'own',
  }
  const calls = Object.values<Endpoint>(others).map((one): readonly [Endpoint, CallSource] => {
    const names = [...one.path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name) => [name, single[one.id] ?? name]))
    return [one, async () => prepared(params)]
  })
  const ofApp = async () => {
    const clientId = await addApp()
    return prepared({ id: clientId }, clientId)
  }
  return [...calls, [application, ofApp]]
}

async function seedUsage({ db }: TestPortal, { meterNumber, unit }: MeterFacts): Promise<void> {
  await seedDays(db, { accountNumber, meterNumber, day: '2026-11-18', unit })
  await db
    .insertInto('cis.bill')
    .values({
      account_number: accountNumber,
      bill_date: calendarDate(billDate),
      due_date: calendarDate('2026-10-05'),
      amount: cents(0),
      usage_kwh: '700',
      statement_start: calendarDate('2026-08-12'),
      statement_end: calendarDate('2026-09-11'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { join } from 'node:path'
import { outage } from '@coopline/contract/service/outage/outage.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { describe, expect, it } from 'vitest'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import type { ImportEntry } from '../../site/integration/public.ts'
import { importOutages } from './import-outages.ts'

const portal = useTestPortal({ settings: { Outage: true } })

const [ada, ben, cora] = ['100100101', '100200101', '100300101'] as const
const threeAccounts = async () => {
  await seedAccount(portal.db)
  for (const [member_number, account_number] of [
    ['10002', ben],
    ['10003', cora],
  ] as const)
    await seedAccount(portal.db, anAccount(account_number).of({ memberNumber: member_number, phones: [], emails: [] }))
}

const incident = (changes: object = {}) => ({
  id: 'I-1',
  status: 'active',
  startedAt: '2026-11-20T14:00:00Z',
  cause: 'tree',
  crew: 'assigned',
  estimatedRestoration: '2026-11-20T20:00:00Z',
  customersAffected: 120,
  accounts: [ada],
  ...changes,
})
const textOf = (incidents: readonly unknown[], changes: object = {}) =>
  JSON.stringify({
    format: 'coopline-outages/1',
    generatedAt: '2026-11-20T14:30:00Z',
    scope: 'full',
    incidents,
    ...changes,
  })

async function take(text: string | Uint8Array, dryRun = false) {
  const entries: ImportEntry[] = []
  const path = join(bundleFolder({ 'outages.json': text }), 'outages.json')
  const summary = await importOutages(portal.deps, path, { dryRun, report: (entry) => entries.push(entry) })
  return { ...summary, said: entries.map(({ severity, column, reason }) => `${severity} ${column} ${reason}`) }
}
const power = async () =>
  Object.fromEntries(
    (await portal.db.selectFrom('cis.outage').selectAll().orderBy('account_number').execute()).map((row) => [
      row.account_number,
      row.is_out ? (row.restored_at?.toISOString() ?? 'no estimate') : 'on',
    ]),
  )
const history = async () =>
  (await portal.db.selectFrom('cis.outage_history').selectAll().orderBy('account_number').execute()).map((row) => [
    row.account_number,
    row.interrupted_at.toISOString(),
    row.restored_at?.toISOString() ?? null,
    row.description,
  ])
const active = async () =>
  (
    await portal.db
      .selectFrom('portal.outage_incident')
      .select('incident_id')
      .where('is_active', '=', true)
      .orderBy('incident_id')
      .execute()
  ).map((row) => row.incident_id)

describe('importing outages', () => {
  it('marks accounts as out with the estimate, and as restored when the incident ends', async () => {
    await threeAccounts()
    expect(await take(textOf([incident()]))).toEqual({ incidents: 1, ended: 0, refused: 0, notices: 0, said: [] })
    expect(await power()).toEqual({ [ada]: '2026-11-20T20:00:00.000Z' })
    expect(await history()).toEqual([[ada, '2026-11-20T14:00:00.000Z', null, 'Tree on the line']])
    const { accounts: _kept, ...restored } = incident({ status: 'restored', restoredAt: '2026-11-20T14:50:00Z' })
    await take(textOf([restored], { generatedAt: '2026-11-20T14:55:00Z', scope: 'delta' }))
    expect(await power()).toEqual({ [ada]: 'on' })
    expect(await history()).toEqual([[ada, '2026-11-20T14:00:00.000Z', '2026-11-20T14:50:00.000Z', 'Tree on the line']])
  })

  it('finds accounts by meter and by feeder and reports unknown names', async () => {
    await threeAccounts()
    await portal.db
      .insertInto('cis.meter')
      .values([
        {
          account_number: ben,
          meter_number: 'E-2',
          interval_minutes: null,
          in_service_from: null,
          in_service_to: null,
        },
        {
          account_number: cora,
          meter_number: 'E-3',
          interval_minutes: null,
          in_service_from: null,
          in_service_to: null,
          feeder: 'ALT-3',
        },
      ])
      .execute()
    const { said } = await take(
      textOf([incident({ accounts: ['999'], meters: ['E-2', 'E-9'], feeders: ['ALT-3'], estimatedRestoration: null })]),
    )
    expect(await power()).toEqual({ [ben]: 'no estimate', [cora]: 'no estimate' })
    expect(said).toEqual([
      'notice I-1.accounts no such account is on file',
      'notice I-1.meters no such meter is on file',
    ])
  })

  it('restores accounts that an incident no longer lists and keeps them when it lists none', async () => {
    await threeAccounts()
    await take(textOf([incident({ accounts: [ada, ben] })]))
    await take(textOf([incident({ accounts: [ben] })], { generatedAt: '2026-11-20T14:40:00Z' }))
    expect(await power()).toEqual({ [ada]: 'on', [ben]: '2026-11-20T20:00:00.000Z' })
    expect((await history())[0]).toEqual([
      ada,
      '2026-11-20T14:00:00.000Z',
      '2026-11-20T14:40:00.000Z',
      'Tree on the line',
    ])
    const { accounts: _kept, ...later } = incident({ crew: 'on-site' })
    await take(textOf([later], { generatedAt: '2026-11-20T14:45:00Z' }))
    expect(await power()).toEqual({ [ada]: 'on', [ben]: '2026-11-20T20:00:00.000Z' })
  })

  it('keeps an account out while another incident affects it, until the later estimate', async () => {
    await threeAccounts()
    const other = incident({
      id: 'I-2',
      startedAt: '2026-11-20T14:10:00Z',
      estimatedRestoration: '2026-11-20T23:00:00Z',
    })
    await take(textOf([incident(), other]))
    expect(await power()).toEqual({ [ada]: '2026-11-20T23:00:00.000Z' })
    await take(textOf([incident()], { generatedAt: '2026-11-20T14:40:00Z' }))
    expect(await power()).toEqual({ [ada]: '2026-11-20T20:00:00.000Z' })
  })

  it('ends active incidents missing from a full file but not from a delta', async () => {
    await threeAccounts()
    await take(textOf([incident(), incident({ id: 'I-2', accounts: [ben] })]))
    const later = { generatedAt: '2026-11-20T14:40:00Z' }
    expect(await take(textOf([incident()], { ...later, scope: 'delta' }))).toMatchObject({ ended: 0 })
    expect(await active()).toEqual(['I-1', 'I-2'])
    expect(await take(textOf([incident()], later))).toMatchObject({ ended: 1 })
    expect(await active()).toEqual(['I-1'])
    expect(await power()).toEqual({ [ada]: '2026-11-20T20:00:00.000Z', [ben]: 'on' })
  })

  it('moves the past outage when the start of an incident is corrected, so that none stays open', async () => {
    await threeAccounts()
    const other = incident({ id: 'I-2', accounts: [ben] })
    await take(textOf([incident({ accounts: [ada, ben] }), other]))
    const corrected = incident({ accounts: [ada, ben], startedAt: '2026-11-20T13:40:00Z' })
    await take(textOf([corrected, other], { generatedAt: '2026-11-20T14:40:00Z' }))
    const byStart = (one: unknown[], next: unknown[]) => String(one).localeCompare(String(next))
    const tree = 'Tree on the line'
    // Another incident of Ben's account still has the former start.
    const open = [
      [ada, '2026-11-20T13:40:00.000Z', null, tree],
      [ben, '2026-11-20T13:40:00.000Z', null, tree],
      [ben, '2026-11-20T14:00:00.000Z', null, tree],
    ]
    expect((await history()).toSorted(byStart)).toEqual(open)
    await take(textOf([], { generatedAt: '2026-11-20T14:50:00Z' }))
    expect((await history()).toSorted(byStart)).toEqual(
      open.map(([account, start, , words]) => [account, start, '2026-11-20T14:50:00.000Z', words]),
    )
  })

  it('corrects the start of a restored incident and keeps when its power was back', async () => {
    await threeAccounts()
    const restored = incident({ status: 'restored', restoredAt: '2026-11-20T14:20:00Z' })
    await take(textOf([restored]))
    await take(textOf([{ ...restored, startedAt: '2026-11-20T14:05:00Z' }], { generatedAt: '2026-11-20T14:40:00Z' }))
    const row = [ada, '2026-11-20T14:05:00.000Z', '2026-11-20T14:20:00.000Z', 'Tree on the line']
    expect(await history()).toEqual([row])
  })

  it('ends incidents that no delta has mentioned for the hours of the setting', async () => {
    await threeAccounts()
    portal.set({ outageStaleHours: 24 })
    await take(textOf([incident(), incident({ id: 'I-2', accounts: [ben] })], { scope: 'delta' }))
    portal.clock.advance(24 * 3_600)
    const delta = async (generatedAt: string) => take(textOf([incident()], { generatedAt, scope: 'delta' }))
    expect(await delta('2026-11-21T14:30:00Z')).toMatchObject({ ended: 0 })
    const { ended, said } = await delta('2026-11-21T14:30:01Z')
    expect([ended, said]).toEqual([
      1,
      [
        'notice incidents[0].estimatedRestoration has passed; members read that the estimate is late',
        'notice  was ended: no file of the last 24 hours has it',
      ],
    ])
    expect(await active()).toEqual(['I-1'])
    expect(await power()).toMatchObject({ [ben]: 'on' })
    portal.set({ outageStaleHours: 0 })
    portal.clock.advance(9_000 * 3_600)
    const later = { generatedAt: portal.clock.now().toISOString(), scope: 'delta' }
    expect(await take(textOf([], later))).toMatchObject({ ended: 0 })
    expect(await active()).toEqual(['I-1'])
  })

  it('stores every estimate and notes one that has passed', async () => {
    await threeAccounts()
    await take(textOf([incident()]))
    const late = incident({ estimatedRestoration: '2026-11-20T14:35:00Z' })
    const { said } = await take(textOf([late], { generatedAt: '2026-11-20T14:40:00Z' }))
    expect(said).toEqual([
      'notice incidents[0].estimatedRestoration has passed; members read that the estimate is late',
    ])
    await take(textOf([late], { generatedAt: '2026-11-20T14:45:00Z' }))
    const rows = await portal.db.selectFrom('portal.outage_estimate').selectAll().orderBy('stated_at').execute()
    expect(rows.map((row) => [row.stated_at.toISOString(), row.estimate_at?.toISOString()])).toEqual([
      ['2026-11-20T14:30:00.000Z', '2026-11-20T20:00:00.000Z'],
      ['2026-11-20T14:40:00.000Z', '2026-11-20T14:35:00.000Z'],
    ])
  })
})

describe('importing a broken outage file', () => {
  it('reports each broken incident, imports the valid ones, and does not end the broken ones', async () => {
    await threeAccounts()
    await take(textOf([incident(), incident({ id: 'I-2', accounts: [ben] })]))
    const broken = [
      incident({ id: 'I-2', customersAffected: -1 }),
      incident({ id: 'I-3', startedAt: 'yesterday' }),
      incident({ id: 'I-4', point: { longitude: -91.5, latitude: 144.8 } }),
      incident({ id: 'I-5', startedAt: '2026-11-21T14:00:00Z' }),
      incident({ id: 'I-6', status: 'restored', restoredAt: '2026-11-20T13:00:00Z' }),
      incident({ id: 'I-1' }),
      incident({ id: 'I-7', cause: '<script>' }),
    ]
    const result = await take(
      textOf([incident({ crew: 'on-site' }), ...broken, incident({ id: 'I-8', accounts: [cora] })], {
        generatedAt: '2026-11-20T14:40:00Z',
      }),
    )
    expect(result).toMatchObject({ incidents: 2, refused: 7, ended: 0 })
    expect(result.said.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'error incidents[1].customersAffected',
      'error incidents[2].startedAt',
      'error incidents[3].point.latitude',
      'error incidents[4].startedAt',
      'error incidents[5].restoredAt',
      'error incidents[6].id',
      'error incidents[7].cause',
    ])
    expect(await active()).toEqual(['I-1', 'I-2', 'I-8'])
  })

  it('ends nothing when a broken incident has no id', async () => {
    await threeAccounts()
    await take(textOf([incident()]))
    const result = await take(textOf([{ status: 'active' }], { generatedAt: '2026-11-20T14:40:00Z' }))
    expect(result).toMatchObject({ incidents: 0, refused: 1, ended: 0 })
    expect(result.said.at(-1)).toContain('no incident was ended')
    expect(await active()).toEqual(['I-1'])
  })

  it('refuses a file that is truncated, malformed, not UTF-8, from the future or older than the last one', async () => {
    await threeAccounts()
    await take(textOf([incident()]))
    const whole = textOf([incident({ id: 'I-2' })], { generatedAt: '2026-11-20T14:40:00Z' })
    await expect(take(whole.slice(0, -20))).rejects.toThrow('is not JSON')
    const twice = whole.replace('"scope"', '"scope":"delta","scope"')
    await expect(take(twice)).rejects.toThrow('An object has the name "scope" twice.')
    await expect(take('[]')).rejects.toThrow('The file: ')
    await expect(take(textOf([], { scope: 'some' }))).rejects.toThrow('scope: ')
    await expect(take(new Uint8Array([0x7b, 0xff]))).rejects.toThrow('not UTF-8')
    await expect(take(textOf([], { generatedAt: '2026-11-20T16:00:00Z' }))).rejects.toThrow('in the future')
    await expect(take(textOf([], { generatedAt: '2026-11-20T14:29:59Z' }))).rejects.toThrow('before the last imported')
    expect(await active()).toEqual(['I-1'])
  })

  it('imports an incident with more accounts than one statement takes', async () => {
    await seedAccount(portal.db)
    await portal.database.runScript(`
      create temporary table one as select * from cis.account;
      update one set is_primary = false;
      insert into cis.account select copy.* from one, generate_series(1, 12000) as n,
        lateral json_populate_record(one, json_build_object('account_number', 900000 + n)) as copy;
      drop table one;
      analyze cis.account`)
    await take(textOf([incident({ accounts: Array.from({ length: 12_000 }, (_none, at) => String(900_001 + at)) })]))
    expect(Object.values(await power())).toHaveLength(12_000)
  })

  it('changes nothing in a dry run', async () => {
    await threeAccounts()
    expect(await take(textOf([incident()]), true)).toMatchObject({ incidents: 1 })
    expect(await active()).toEqual([])
    expect(await power()).toEqual({})
  })
})

it('keeps the newer of two files imported at once', async () => {
  await threeAccounts()
  const [older, newer] = [
    textOf([incident({ id: 'I-1' })]),
    textOf([incident({ id: 'I-2' })], { generatedAt: '2026-11-20T14:40:00Z' }),
  ]
  const outcomes = await Promise.allSettled([take(newer), take(older), take(newer)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2)
  expect(await active()).toEqual(['I-2'])
  expect(await power()).toEqual({ [ada]: '2026-11-20T20:00:00.000Z' })
})

it('shows members the incident of their outage and how its estimate changed', async () => {
  const session = await adaSignedIn(portal)
  await take(textOf([incident({ estimatedRestoration: '2026-11-20T16:00:00Z' })]))
  await take(textOf([incident({ crew: 'on-site' })], { generatedAt: '2026-11-20T14:40:00Z' }))
  const { bearer, cookie, memberNumber } = session
  const call = { bearer, cookie, params: { memberNumber, accountNumber: ada } }
  expect((await portal.call(outage.status, call)).json()).toMatchObject({
    isActive: true,
    estimatedTimeOfRestoration: '2026-11-20T20:00:00.000Z',
    incident: {
      cause: 'tree',
      crew: 'on-site',
      startedAt: '2026-11-20T14:00:00.000Z',
      customers: 120,
      firstEstimate: '2026-11-20T16:00:00.000Z',
    },
  })
  await take(textOf([incident({ customersAffected: 2 })], { generatedAt: '2026-11-20T14:42:00Z' }))
  expect((await portal.call(outage.status, call)).json()).toMatchObject({ incident: { customers: null } })
  await take(textOf([], { generatedAt: '2026-11-20T14:45:00Z' }))
  expect((await portal.call(outage.status, call)).json()).toMatchObject({ isActive: false, incident: null })
})

import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { openPostgresql } from '../db/open-postgresql.ts'
import type { Replica } from '../db/replica.ts'

let readOnly: OpenDatabase
let reads = 0
/** The database itself, over connections that may not write. */
const replica: Replica = {
  read: async (work) => {
    reads += 1
    return work(readOnly.db)
  },
  lagSeconds: () => 0,
  compare: async () => {},
  start: async () => {},
  stop: async () => {},
}
const portal = useTestPortal({ deps: { replica } })
const fixtures = useEndpointFixtures(portal)

beforeAll(async () => {
  const [row] = await portal.database.runScript('select current_database() as name')
  const url = `${inject('postgresqlUrl')}${String(row?.['name'])}?options=-c%20default_transaction_read_only%3Don`
  readOnly = openPostgresql({
    url,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    onError: () => {},
  })
})
afterAll(async () => readOnly.close())

it('calls whose answer may be seconds old do nothing but read, on connections that may not write', async () => {
  const found: string[] = []
  for (const { endpoint, send } of fixtures) {
    reads = 0
    const response = await send()
    if (reads === 0) continue
    found.push(endpoint.id)
    expect(response.statusCode, `${endpoint.id}: ${response.body}`).toBe(200)
  }
  expect(found.toSorted()).toEqual([
    'insights.billChange',
    'insights.show',
    'usage.account',
    'usage.attributes',
    'usage.byMeter',
    'usage.daily',
    'usage.intervalBlocks',
    'usage.intervals',
    'usage.monthly',
    'usage.netMetering',
    'usage.temperatures',
  ])
})

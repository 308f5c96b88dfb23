import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { sha256 } from '../../platform/secrets/split-token.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { upsertRecord } from '../connected-apps/oauth-records.store.ts'
import { eraseMember } from './erase-member.ts'
import { endPayments } from './member-support.fixtures.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)

const erase = async (isTrial: boolean) => eraseMember(portal.deps, '10001', { by: 'Dana' }, isTrial)

/** Does work while an erasure of Ada has deleted all but her login and is about to commit. */
async function duringErasure<T>(work: () => Promise<T>): Promise<T> {
  await endPayments(portal)
  const { erasure, done } = await inTransaction(portal.db, async (tx) => {
    await sql`lock table portal.login in share mode`.execute(tx)
    const erasing = erase(false)
    await untilWaiting(portal.db)
    let isOver = false
    const working = work().finally(() => (isOver = true))
    await untilWaiting(portal.db, 2, () => isOver)
    return { erasure: erasing, done: working }
  })
  expect(await erasure).toMatchObject({ kind: 'erased' })
  return done
}

async function callDuringErasure(id: string) {
  const fixture = fixtures.find(({ endpoint }) => endpoint.id === id)
  if (fixture === undefined) throw new Error(`There is no ${id}`)
  return duringErasure(async () => portal.call(fixture.endpoint, fixture))
}

it.each([
  'serviceRequests.submit',
  'meterReadings.send',
  'insights.saveAlerts',
  'outage.report',
  'notifications.addContact',
  'notifications.sendCode',
  'sharedAccess.invite',
  'drafts.initiate',
  'paymentProfile.add',
  'payMultiple.payStored',
  'scheduledPayments.create',
  'passkeys.options',
])('stores nothing of a call that is under way while the member is erased: %s', async (id) => {
  const { statusCode, body } = await callDuringErasure(id)
  expect(statusCode, body).toBe(401)
  // Another erasure would find nothing.
  const erasure = await erase(true)
  expect(erasure).toMatchObject({ kind: 'erased' })
  expect(Object.entries('rows' in erasure ? erasure.rows : {}).filter(([, count]) => count > 0)).toEqual([])
})

it('waits for a call whose session ended since it began', async () => {
  await endPayments(portal)
  const { erasure } = await inTransaction(portal.db, async (tx) => {
    // As each transaction of a member's call begins.
    await tx.selectFrom('portal.session').select('session_id').forKeyShare().execute()
    await portal.db.updateTable('portal.session').set({ ended_at: portal.clock.now() }).execute()
    const erasing = erase(false)
    await untilWaiting(portal.db)
    const own = { account_number: '100100101', member_number: '10001', created_at: portal.clock.now() }
    await tx
      .insertInto('portal.meter_reading')
      .values({ ...own, meter_number: 'M-8', read_on: sql`'2026-11-20'`, reading: 4_600 })
      .execute()
    return { erasure: erasing }
  })
  expect(await erasure).toMatchObject({ kind: 'erased' })
  expect(await erase(true)).toMatchObject({ rows: { 'portal.meter_reading': 0 } })
})

it('opens no portal view of a member who is erased meanwhile', async () => {
  const answer = await callDuringErasure('memberSupport.openPortalView')
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    expect.objectContaining({ detail: expect.stringContaining('no online account') }),
  ])
})

it('keeps no grant of an app that is allowed while the member is erased', async () => {
  const grants = async () =>
    portal.db.selectFrom('portal.oauth_record').select('payload').where('kind', '=', 'Grant').execute()
  await portal.db.deleteFrom('portal.oauth_record').where('kind', '=', 'Grant').execute()
  const { statusCode, body } = await callDuringErasure('connectedApps.allow')
  expect(statusCode, body).toBe(401)
  expect(await grants()).toEqual([])
})

describe('a token that an app is given', () => {
  const tokenOfAda = async () => {
    const adas = portal.db.selectFrom('portal.connected_grant').select('grant_id').where('member_number', '=', '10001')
    const { grant_id: grantId } = await adas.executeTakeFirstOrThrow()
    const [idHash, expiresAt] = [sha256('token'), new Date(portal.clock.now().getTime() + 3_600_000)]
    return { kind: 'RefreshToken', idHash, payload: '{}', grantId, expiresAt }
  }
  const tokens = async () =>
    portal.db.selectFrom('portal.oauth_record').select('kind').where('id_hash', '=', sha256('token')).execute()

  it('is not kept when the member is erased meanwhile', async () => {
    const token = await tokenOfAda()
    await duringErasure(async () => upsertRecord(portal.db, token))
    expect(await tokens()).toEqual([])
  })

  it('is erased when it came first', async () => {
    await endPayments(portal)
    const token = await tokenOfAda()
    const { erasure } = await inTransaction(portal.db, async (tx) => {
      await upsertRecord(tx, token)
      const erasing = erase(false)
      await untilWaiting(portal.db)
      return { erasure: erasing }
    })
    expect(await erasure).toMatchObject({ kind: 'erased' })
    expect(await tokens()).toEqual([])
  })
})

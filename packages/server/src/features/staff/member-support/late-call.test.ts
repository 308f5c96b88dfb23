import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { notifyAccount } from '../../../platform/notices/notify-account.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { useEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { upsertRecord } from '../../usage/connected-apps/oauth-records.store.ts'
import { notifyingSettings } from '../../messages/notifications/notifications.fixtures.ts'
import { endAccessOf } from '../../identity/shared-access/public.ts'
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
    // The lock that every transaction of a member's call takes first.
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

describe('a notice to a member', () => {
  const notify = async () =>
    inTransaction(portal.db, async (tx) =>
      notifyAccount(
        portal.deps,
        tx,
        { memberNumber: '10001', accountNumber: '100100101' },
        { topic: 'bill-ready', dedupeKey: 'late', compose: () => ({ subject: 'S', bodyText: 'B', text: 'T' }) },
      ),
    )
  const notices = async () =>
    portal.db.selectFrom('outbox.message').select('recipient').where('dedupe_key', '=', 'late').execute()
  beforeEach(async () => {
    portal.set(notifyingSettings)
    // An address that no other member has.
    const ownAddress = { email: 'only.ada@example.org' }
    await portal.db.updateTable('portal.login').set(ownAddress).where('member_number', '=', '10001').execute()
  })

  it('is not written when the member is erased meanwhile', async () => {
    expect(await duringErasure(notify)).toBe(false)
    expect(await notices()).toEqual([])
  })

  it('is erased when it came first', async () => {
    await endPayments(portal)
    const { erasure, isWritten } = await inTransaction(portal.db, async (tx) => {
      await sql`lock table portal.unsubscribe_link in share mode`.execute(tx)
      const notifying = notify()
      await untilWaiting(portal.db)
      let isOver = false
      const erasing = erase(false).finally(() => (isOver = true))
      await untilWaiting(portal.db, 2, () => isOver)
      return { erasure: erasing, isWritten: notifying }
    })
    expect(await erasure).toMatchObject({ kind: 'erased' })
    expect(await isWritten).toBe(true)
    expect(await notices()).toEqual([])
  })

  it('is erased also when it is about something else that is erased, and notifications are off', async () => {
    portal.set({ Notifications: false })
    await endPayments(portal)
    const { access_id: accessId } = await portal.db
      .selectFrom('portal.shared_access as one')
      .innerJoin('portal.shared_guest as guest', 'guest.access_id', 'one.access_id')
      .select('one.access_id')
      .where('one.member_number', '=', '10001')
      .where('one.ends_at', '>', portal.clock.now())
      .executeTakeFirstOrThrow()
    const toAda = portal.db
      .selectFrom('outbox.message')
      .select('subject')
      .where('recipient', '=', 'only.ada@example.org')
    const { erasure } = await inTransaction(portal.db, async (tx) => {
      expect(await endAccessOf(portal.deps, tx, { accessId, memberNumber: '10001' }, 'staff')).toBe(true)
      let isOver = false
      const erasing = erase(false).finally(() => (isOver = true))
      await untilWaiting(portal.db, 1, () => isOver)
      return { erasure: erasing }
    })
    expect(await erasure).toMatchObject({ kind: 'erased' })
    expect(await toAda.execute()).toEqual([])
  })
})

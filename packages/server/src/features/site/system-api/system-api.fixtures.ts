import { staffApiKeys } from '@coopline/contract/site/system-api/staff-api-keys.contract'
import { systemApi } from '@coopline/contract/site/system-api/system-api.contract'
import { systemPushes } from '@coopline/contract/site/system-api/system-pushes.contract'
import { systemScopes } from '@coopline/rules/site/system-api/system-scopes'
import { type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { makeKey } from './change-keys.ts'
import type { PushResult } from './import-push.ts'
import { insertPush } from './pushes.store.ts'

const noResult: PushResult = {
  state: 'done',
  rows: 0,
  stored: 0,
  unchanged: 0,
  refused: 0,
  ended: 0,
  entries: [],
  moreEntries: 0,
}

/** Makes a key with some scopes, or all. @returns a call with it. */
export async function systemCall(portal: TestPortal, scopes: readonly string[] = systemScopes) {
  const form = { name: 'Billing system', scopes, addresses: '', lastDay: '' }
  const { secret } = await makeKey(portal.deps, form, 'Kim, IT')
  return { ...visitor, headers: { authorization: `Bearer ${secret}` } }
}

type Fixtures = Awaited<ReturnType<SliceFixtures>>

async function eventFixtures(portal: TestPortal, system: ValidCall): Promise<Fixtures> {
  const { id } = await portal.db
    .insertInto('outbox.event')
    .values({
      account_number: given.account,
      kind: 'account.paperless-changed',
      body: JSON.stringify({
        memberNumber: given.member,
        accountNumber: given.account,
        isEmail: true,
        isPaperless: true,
        isPaperlessOther: false,
      }),
      created_at: portal.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { trans_no: transNo } = await portal.db.selectFrom('pay.payment').select('trans_no').executeTakeFirstOrThrow()
  return [
    [systemApi.about, system],
    [systemApi.listEvents, { ...system, query: { after: '0', limit: '10' } }],
    [systemApi.viewEvent, { ...system, params: { eventNumber: String(id) } }],
    [systemApi.acknowledgeEvents, { ...system, body: { ids: [id] } }],
    [systemApi.viewPayment, { ...system, params: { transNo } }],
  ]
}

async function pushFixtures(portal: TestPortal, system: ValidCall): Promise<Fixtures> {
  const { key_id: keyId } = await portal.db.selectFrom('portal.api_key').select('key_id').executeTakeFirstOrThrow()
  const push = { keyId, target: 'readings', media: 'text/csv', options: {}, receivedAt: portal.clock.now() }
  const pushId = await insertPush(portal.db, push)
  const done = { state: 'done', attempts: 1, ended_at: portal.clock.now(), result: JSON.stringify(noResult) } as const
  await portal.db.updateTable('portal.push').set(done).where('push_id', '=', pushId).execute()
  return [
    [
      systemPushes.pushFile,
      {
        ...system,
        params: { file: 'members' },
        body: [{ member_number: given.member, name: 'Ada Lindqvist', prefers_language: 'en' }],
      },
    ],
    [
      systemPushes.pushReadings,
      {
        ...system,
        headers: { ...system.headers, 'content-type': 'text/csv' },
        payload: 'account_number,meter_number,day,used\n100100101,E-9,2026-01-02,12.5\n',
      },
    ],
    [
      systemPushes.pushOutages,
      async () => {
        const generatedAt = portal.clock.now().toISOString()
        const file = { format: 'coopline-outages/1', generatedAt, scope: 'full', incidents: [] }
        return { ...system, payload: JSON.stringify(file) }
      },
    ],
    [systemPushes.viewImport, { ...system, params: { importId: String(pushId) } }],
    [
      systemPushes.pushDocument,
      {
        ...system,
        headers: { ...system.headers, 'content-type': 'application/pdf' },
        params: { kind: 'bills', name: 'a.pdf' },
        payload: '%PDF-1.4\n1 0 obj<<>>endobj\nxref\n0 1\n0000000000 65535 f \ntrailer<<>>\nstartxref\n27\n%%EOF\n',
      },
    ],
  ]
}

async function keyFixtures(portal: TestPortal): Promise<Fixtures> {
  const staff = await staffFixture(portal)
  const keyIdOf = async () => {
    const form = { name: 'Outage system', scopes: ['outages:write'], addresses: '', lastDay: '' }
    return (await makeKey(portal.deps, form, 'Kim, IT')).keyId
  }
  return [
    [staffApiKeys.list, staff],
    [
      staffApiKeys.make,
      async () => ({
        ...(await staff()),
        body: { name: 'Meter system', scopes: ['readings:write'], addresses: '203.0.113.0/24', lastDay: '' },
      }),
    ],
    [
      staffApiKeys.rotate,
      async () => ({ ...(await staff()), params: { keyId: await keyIdOf() }, body: { keepHours: 24 } }),
    ],
    [staffApiKeys.end, async () => ({ ...(await staff()), params: { keyId: await keyIdOf() } })],
  ]
}

export const fixtures: SliceFixtures = async ({ portal }) => {
  const system = await systemCall(portal)
  return [
    ...(await eventFixtures(portal, system)),
    ...(await pushFixtures(portal, system)),
    ...(await keyFixtures(portal)),
  ]
}

export const storeCalls: StoreCalls = {
  'api-keys': { endKeysOfBackup: [given.now] },
  pushes: {
    deletePush: [1],
    endPush: [{ pushId: 1, attempts: 1 }, noResult, given.now],
    findPushByIdempotencyKey: ['k', 'key-1'],
    insertAnswered: [
      {
        keyId: 'k',
        target: 'readings',
        media: 'text/csv',
        options: {},
        receivedAt: given.now,
        requestHash: given.hash,
        idempotencyKey: 'key-1',
        result: noResult,
      },
    ],
    insertPushPart: [1, 0, given.hash],
    notePushProgress: [{ pushId: 1, attempts: 1 }, 10, given.now],
    readPushParts: [1, 1],
    releasePush: [{ pushId: 1, attempts: 1 }, true],
    setPushComplete: [1, { idempotencyKey: 'key-1', requestHash: given.hash, parts: 1 }],
  },
}

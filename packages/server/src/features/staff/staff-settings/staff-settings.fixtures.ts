import { staffSettings } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import type { SliceFixtures, ValidCall } from '../../../testing/endpoint-fixture.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import { insertPlannedChange, listPlannedChanges } from './planned-changes.store.ts'
import { versionsOf } from './setting-values.ts'

const key = 'aboutUs'

/** Valid calls of staff about a text, which both roles may change. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  const signedIn = await staffFixture(portal)
  const withBody = async (body: unknown): Promise<ValidCall> => ({ ...(await signedIn()), body })
  const change = async () => ({
    name: key,
    version: (await versionsOf(portal.db, [key])).get(key) ?? 0,
    value: '<p>About us</p>',
  })
  return [
    [staffSettings.list, signedIn],
    [staffSettings.view, async () => ({ ...(await signedIn()), query: { keys: key } })],
    [staffSettings.preview, async () => withBody({ changes: [await change()] })],
    [
      staffSettings.change,
      async () => withBody({ changes: [await change()], reason: 'New text', startsAt: null, endsAt: null }),
    ],
    [
      staffSettings.cancel,
      async () => {
        await portal.db.transaction().execute(async (tx) => insertPlannedChange(tx, planned))
        const waiting = await listPlannedChanges(portal.db, 1)
        return { ...(await withBody({})), params: { id: String(waiting[0]?.id) } }
      },
    ],
  ]
}

const planned = {
  startsAt: new Date('2026-12-24T12:00:00Z'),
  endsAt: null,
  wanted: [{ key, value: '<p>Holiday</p>', version: null }],
  isEnd: false,
  at: given.now,
  by: 'me',
  reason: 'Holiday',
}

export const storeCalls: StoreCalls = {
  'planned-changes': {
    insertPlannedChange: [planned],
    findDueChange: [given.now],
    endPlannedChange: [1, given.now, null],
    refusePlannedChange: [1, 'no'],
    updateWanted: [1, planned.wanted],
  },
}

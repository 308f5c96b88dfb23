import { beforeEach, describe, expect, test } from 'vitest'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import type { ImportEntry } from './import-entry.ts'
import { importBundle } from './import-bundle.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const account = '100100101'
const database = useTestDatabase()
beforeEach(async () => {
  await importBundle({ db: database.db, clock }, { directory: bundleFolder(smallBundle) })
})

const good = {
  account_number: account,
  first_name: 'Ada',
  last_name: 'Lindqvist',
  phone_1_id: 'D1',
  phone_1_kind: 'cell',
  phone_1_digits: '(715) 555-4821',
}

async function bringIn(row: Readonly<Record<string, string>>) {
  const faults: string[] = []
  const report = (entry: ImportEntry) => void faults.push(`${entry.column} ${entry.reason}`)
  const text = csv(Object.keys(row).join(','), Object.values(row).join(','))
  const { files } = await importBundle(
    { db: database.db, clock },
    { directory: bundleFolder({ 'account-profiles.csv': text }), report },
  )
  return { faults, events: files.find(({ file }) => file === 'account-profiles.csv')?.events }
}

const kept = async () => database.db.selectFrom('cis.account_profile').selectAll().executeTakeFirst()

/** A change of the name made in the portal. @returns the number of its event. */
async function changeHere(): Promise<number> {
  const at = clock.now()
  const { id } = await database.db
    .insertInto('outbox.event')
    .values({ account_number: account, kind: 'profile.name-changed', body: '{}', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('portal.profile_change')
    .values({
      account_number: account,
      block: 'name',
      value: '{}',
      event_id: id,
      is_pending_review: true,
      changed_at: at,
    })
    .execute()
  return id
}

const lying = async () => database.db.selectFrom('portal.profile_change').select('block').execute()

describe('profiles of accounts', () => {
  test('a row sets names, address and phones; missing values become empty, and a phone that is no longer sent is removed', async () => {
    expect(await bringIn({ ...good, phone_2_id: 'D2', phone_2_kind: 'home', phone_2_digits: '7155550100' })).toEqual({
      faults: [],
      events: 0,
    })
    expect(await kept()).toMatchObject({
      first_name: 'Ada',
      unit: '',
      is_verified: true,
      phone_1_digits: '7155554821',
      phone_2_digits: '7155550100',
      phone_3_id: null,
    })
    await bringIn({ ...good, is_verified: 'N' })
    expect(await kept()).toMatchObject({ is_verified: false, phone_1_digits: '7155554821', phone_2_id: null })
  })

  test('a phone with half of its columns, or with the id of another, is refused', async () => {
    expect((await bringIn({ ...good, phone_2_id: 'D2' })).faults).toEqual(['phone_2_kind is empty, and phone 2 is not'])
    const twice = { ...good, phone_2_id: 'D1', phone_2_kind: 'home', phone_2_digits: '7155550100' }
    expect((await bringIn(twice)).faults).toEqual(['phone_2_id is the id of another phone of the row'])
    expect(await kept()).toBeUndefined()
  })
})

describe('changes made in the portal', () => {
  test('stay on top of a row that does not name their event', async () => {
    await changeHere()
    expect((await bringIn(good)).events).toBe(0)
    expect(await lying()).toHaveLength(1)
  })

  test('a row that names an event removes and acknowledges the changes up to it, and later changes stay', async () => {
    const event = await changeHere()
    expect(await bringIn({ ...good, changes_through_event: String(event - 1) })).toEqual({ faults: [], events: 0 })
    expect(await lying()).toHaveLength(1)
    expect(await bringIn({ ...good, changes_through_event: String(event) })).toEqual({ faults: [], events: 1 })
    expect(await lying()).toEqual([])
  })

  test('an event that the portal has not issued is refused', async () => {
    const event = await changeHere()
    const { faults } = await bringIn({ ...good, changes_through_event: String(event + 1) })
    expect(faults[0]).toContain('changes_through_event names an event that the portal has not issued')
    expect(await lying()).toHaveLength(1)
  })
})

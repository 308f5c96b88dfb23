import { expect, test } from 'vitest'
import { findRing } from './boundaries.ts'
import { importsOf } from './imports-of.ts'
import { payments, refuseAtRoot, refuseRoomImport, roomImported, roomOf } from './rooms.ts'
import { isTest, listFiles, read } from './source-files.ts'

const files = listFiles(/^packages\/server\/src\/features\/paying\/payments\/.+\.ts$/u).filter((file) => !isTest(file))
const imports = files.flatMap((file) => importsOf(file, read(file)).map(({ from }) => ({ file, from })))

/** The rooms that each room imports. */
const usesOfRooms = (all: readonly { readonly file: string; readonly from: string }[]) => {
  const uses = new Map<string, Set<string>>()
  for (const { file, from } of all) {
    const [room, used] = [roomOf(file), roomImported(file, from)]
    if (room !== null && room !== '' && used !== null) uses.set(room, (uses.get(room) ?? new Set()).add(used))
  }
  return uses
}

test('rooms of payments use one another through their doors, and not in a ring', () => {
  const refused = imports.flatMap(({ file, from }) => {
    const reason = refuseRoomImport(file, from)
    return reason === null ? [] : [`${file} imports ${from}: ${reason}`]
  })
  expect(imports.length).toBeGreaterThan(300)
  expect(refused).toEqual([])
  expect(usesOfRooms(imports).size).toBeGreaterThan(5)
  expect(findRing(usesOfRooms(imports))).toBeNull()
})

test('the root of payments holds the payment itself and what composes the rooms, and no room has more than 17 files', () => {
  expect(files.filter((file) => refuseAtRoot(file) !== null)).toEqual([])
  const rooms = Map.groupBy(files, roomOf)
  expect(rooms.size).toBe(11)
  expect([...rooms].filter(([, own]) => own.length > 17)).toEqual([])
})

test.each([
  ['request/a.ts', '../provider-events/net-sum.ts', 'of another room only its door may be imported'],
  ['alarms/a.ts', '../alarms.ts', 'of the root a room may import the payment itself only'],
  ['alarms/a.ts', '../payments.routes.ts', 'of the root a room may import the payment itself only'],
  ['payments.store.ts', './ledger/ledger.ts', 'the payment itself knows no room'],
  ['request/a.ts', '../provider-events/provider-events.ts', null],
  ['request/a.ts', './b.ts', null],
  ['request/a.ts', '../payments.store.ts', null],
  ['request/a.test.ts', '../provider-events/net-sum.ts', null],
  ['public.ts', './request/request-payment.ts', null],
])('a planted import of %s from %s: %s', (file, from, reason) => {
  expect(refuseRoomImport(payments + file, from)).toBe(reason)
})

test('a planted file at the root and a planted ring of rooms are found', () => {
  expect(refuseAtRoot(`${payments}fee-terms.ts`)).toBe('it belongs to a room')
  expect(refuseAtRoot(`${payments}hand-off.test.ts`)).toBeNull()
  const back = { file: `${payments}alarms/a.ts`, from: '../provider-events/provider-events.ts' }
  expect(findRing(usesOfRooms([...imports, back]))).toContain('alarms')
})

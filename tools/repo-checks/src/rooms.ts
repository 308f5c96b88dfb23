import { dirname, join } from 'node:path/posix'
import { isTest } from './source-files.ts'

/** The slice that is divided into rooms. */
export const payments = 'packages/server/src/features/paying/payments/'

/** The files of the root that rooms may import: the payment itself. They import no room. */
const payment: readonly string[] = ['payment.ts', 'payments.store.ts', 'guest-payments.store.ts', 'payments.tables.ts']

/** The files of the root that compose the rooms: for other slices, for requests and jobs, for the command line and for the platform. */
const composers: readonly string[] = ['public.ts', 'payments.routes.ts', 'payments.command.ts', 'payments.data.ts']

/** The other facts about the slice. */
const facts: readonly string[] = ['payments.events.ts', 'payments.fixtures.ts']

const inside = (path: string): string | null => (path.startsWith(payments) ? path.slice(payments.length) : null)

/** The room of a file of the slice, `''` at the root, or `null` outside. */
export function roomOf(path: string): string | null {
  const own = inside(path)
  return own === null ? null : own.includes('/') ? (own.split('/')[0] ?? '') : ''
}

/** The room that an import of a room leads into, when it is another one. */
export function roomImported(file: string, specifier: string): string | null {
  const to = specifier.startsWith('.') ? roomOf(join(dirname(file), specifier)) : null
  return to === null || to === '' || to === roomOf(file) ? null : to
}

/** Finds the reason why a file of the slice may not import another; `null` when it may. */
export function refuseRoomImport(file: string, specifier: string): string | null {
  const [from, path] = [roomOf(file), specifier.startsWith('.') ? join(dirname(file), specifier) : '']
  const to = roomOf(path)
  if (from === null || to === null || isTest(file)) return null
  const [own, other] = [inside(file) ?? '', inside(path) ?? '']
  if (from === '') return to === '' || composers.includes(own) ? null : 'the payment itself knows no room'
  if (to === '') return payment.includes(other) ? null : 'of the root a room may import the payment itself only'
  return from === to || other === `${to}/${to}.ts` ? null : 'of another room only its door may be imported'
}

/** Finds the reason why a file may not stand at the root; `null` when it may. Tests of the whole slice may. */
export const refuseAtRoot = (file: string): string | null =>
  roomOf(file) !== '' || isTest(file) || [...payment, ...composers, ...facts].includes(inside(file) ?? '')
    ? null
    : 'it belongs to a room'

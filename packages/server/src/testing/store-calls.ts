/**
 * Arguments after the transaction for functions of stores that no endpoint and no scheduled job calls, by store file and function:
 * the export `storeCalls` of a slice's `*.fixtures.ts`, which `walk-every-store.ts` finds.
 */
export type StoreCalls = Readonly<Record<string, Readonly<Record<string, Arguments | EachOf>>>>

type Arguments = readonly unknown[]

interface EachOf {
  readonly each: readonly Arguments[]
}

/** Calls a function once with each of these lists of arguments. */
export const eachOf = (each: readonly Arguments[]): EachOf => ({ each })

/** The lists of arguments to call a function with. */
export const argumentsOf = (call: Arguments | EachOf): readonly Arguments[] => ('each' in call ? call.each : [call])

const now = new Date('2026-11-20T15:00:00Z')
const phone = '7155550123'

/** Values that fit the columns. No row needs to have them. */
export const given = {
  now,
  day: '2026-11-20',
  account: '100100101',
  member: '10001',
  phone,
  hash: Buffer.from('hash'),
  login: '00000000-0000-4000-8000-000000000001',
  message: {
    dedupeKey: 'k',
    channel: 'text',
    recipient: phone,
    subject: '',
    bodyText: '',
    language: 'en',
    now,
  },
} as const

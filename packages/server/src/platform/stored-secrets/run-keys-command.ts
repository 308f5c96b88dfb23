import type { CommandOutcome } from '../command-outcome.ts'
import type { Deps } from '../deps.ts'
import { KeyMissing } from '../secrets/encrypt-at-rest.ts'
import { fingerprintsOf } from './check-keys.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'
import { countLiveCodes } from '../verification-code/verification-code.store.ts'
import { countSecrets, listKeyIds, listKnownKeys } from './stored-secrets.store.ts'

type KeysDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'random' | 'failPoints' | 'featureData'>

/** Larger counts are shown as "more than": an exact one would read the whole index. */
const mostCounted = 100_000

/** Runs `keys status | rewrap`: what still needs each key of APP_KEYS, and moving it to the current one. */
export async function runKeysCommand(deps: KeysDeps, args: readonly string[]): Promise<CommandOutcome> {
  const [verb, ...rest] = args
  if (rest.length > 0 || (verb !== 'status' && verb !== 'rewrap'))
    return { output: 'keys: give status, rotate or rewrap', exitCode: 2 }
  try {
    const rewrapped = verb === 'rewrap' ? await rewrapSecrets(deps) : undefined
    const lines = rewrapped?.map(({ name, moved }) => `Rewrapped ${moved} ${name}`) ?? []
    const keys = await listKeyUses(deps)
    return { output: [...lines, ...keys.flatMap(linesOf)].join('\n'), exitCode: 0, value: { rewrapped, keys } }
  } catch (error) {
    if (!(error instanceof KeyMissing)) throw error
    return { output: `${error.message}. Put it back into APP_KEYS.`, exitCode: 1 }
  }
}

/** One key of APP_KEYS, or one that stored secrets name. */
interface KeyUse {
  readonly keyId: string
  readonly role: 'current' | 'former' | 'missing'
  readonly currentSince: Date | null
  readonly secrets: readonly SecretCount[]
}

interface SecretCount {
  readonly name: string
  readonly count: number
  /** True when there are more than `count`. */
  readonly isMore: boolean
  /** When the last of them ends, for those that are not moved. */
  readonly endsAt: Date | null
}

async function listKeyUses(deps: KeysDeps): Promise<readonly KeyUse[]> {
  const uses = await usesByKey(deps)
  const known = new Map((await listKnownKeys(deps.db)).map((key) => [key.keyId, key]))
  const given = fingerprintsOf(deps.keys).map((key) => key.keyId)
  const others = [...uses.keys()].filter((keyId) => !given.includes(keyId))
  return [...given, ...others].map((keyId, place) => {
    const role = place === 0 ? 'current' : place < given.length ? 'former' : 'missing'
    const currentSince = role === 'current' ? (known.get(keyId)?.currentSince ?? null) : null
    return { keyId, role, currentSince, secrets: uses.get(keyId) ?? [] }
  })
}

function linesOf({ keyId, role, currentSince, secrets }: KeyUse): readonly string[] {
  const used = secrets.map(({ name, count, isMore, endsAt }) => {
    const until = endsAt === null ? '' : `, which end by ${endsAt.toISOString()}`
    return `  ${isMore ? 'more than ' : ''}${count} ${name}${until}`
  })
  if (role === 'missing') return [`${keyId} (missing from APP_KEYS)`, ...used]
  const since = currentSince === null ? '' : ` since ${currentSince.toISOString()}`
  const summary = role === 'former' && used.length === 0 ? ': no stored secret needs it' : ''
  return [`${keyId} (${role}${since})${summary}`, ...used]
}

async function usesByKey({ db, clock, featureData }: KeysDeps): Promise<ReadonlyMap<string, readonly SecretCount[]>> {
  const uses = new Map<string, SecretCount[]>()
  const note = (keyId: string, one: SecretCount) => void uses.set(keyId, [...(uses.get(keyId) ?? []), one])
  for (const kind of featureData.secrets)
    for (const keyId of await listKeyIds(db, kind)) {
      const count = await countSecrets(db, kind, keyId, mostCounted + 1)
      note(keyId, { name: kind.name, count: Math.min(count, mostCounted), isMore: count > mostCounted, endsAt: null })
    }
  for (const { keyId, count, endsAt } of await countLiveCodes(db, clock.now()))
    note(keyId, { name: 'verification codes', count, isMore: false, endsAt })
  return uses
}

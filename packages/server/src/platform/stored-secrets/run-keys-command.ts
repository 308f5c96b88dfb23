import type { CommandOutcome } from '../command-outcome.ts'
import type { Deps } from '../deps.ts'
import { KeyMissing } from '../secrets/encrypt-at-rest.ts'
import { fingerprintsOf } from './check-keys.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'
import { secretKinds } from './secret-kinds.store.ts'
import { countLiveCodes, countSecrets, listKeyIds, listKnownKeys } from './stored-secrets.store.ts'

type KeysDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'random' | 'failPoints'>

/** Larger counts are shown as "more than": an exact one would read the whole index. */
const mostCounted = 100_000

/** Runs `keys status | rewrap`: what still needs each key of APP_KEYS, and moving it to the current one. */
export async function runKeysCommand(args: readonly string[], deps: KeysDeps): Promise<CommandOutcome> {
  const [verb, ...rest] = args
  if (rest.length > 0 || (verb !== 'status' && verb !== 'rewrap'))
    return { output: 'keys: give status, rotate or rewrap', exitCode: 2 }
  if (verb === 'status') return { output: (await statusLines(deps)).join('\n'), exitCode: 0 }
  try {
    const done = await rewrapSecrets(deps)
    const lines = done.map(({ name, moved }) => `Rewrapped ${moved} ${name}`)
    return { output: [...lines, ...(await statusLines(deps))].join('\n'), exitCode: 0 }
  } catch (error) {
    if (!(error instanceof KeyMissing)) throw error
    return { output: `${error.message}. Put it back into APP_KEYS.`, exitCode: 1 }
  }
}

async function statusLines(deps: KeysDeps): Promise<readonly string[]> {
  const uses = await usesByKey(deps)
  const known = new Map((await listKnownKeys(deps.db)).map((key) => [key.keyId, key]))
  const given = fingerprintsOf(deps.keys).map((key) => key.keyId)
  const lines = given.flatMap((keyId, place) => {
    const used = uses.get(keyId) ?? []
    const since = known.get(keyId)?.currentSince?.toISOString()
    const role = place === 0 ? `current${since === undefined ? '' : ` since ${since}`}` : 'former'
    const summary = place > 0 && used.length === 0 ? ': no stored secret needs it' : ''
    return [`${keyId} (${role})${summary}`, ...used]
  })
  const others = [...uses].filter(([keyId]) => !given.includes(keyId))
  return [
    ...lines,
    ...others.flatMap(([keyId, used]) => [
      keyId === '' ? 'hashes that name no key (a former version; rewrap names it)' : `${keyId} (missing from APP_KEYS)`,
      ...used,
    ]),
  ]
}

async function usesByKey({ db, clock }: KeysDeps): Promise<ReadonlyMap<string, readonly string[]>> {
  const uses = new Map<string, string[]>()
  const note = (keyId: string, line: string) => void uses.set(keyId, [...(uses.get(keyId) ?? []), `  ${line}`])
  for (const kind of secretKinds)
    for (const keyId of await listKeyIds(db, kind)) {
      const count = await countSecrets(db, kind, keyId, mostCounted + 1)
      note(keyId, `${count > mostCounted ? `more than ${mostCounted}` : count} ${kind.name}`)
    }
  for (const { keyId, count, endsAt } of await countLiveCodes(db, clock.now()))
    note(keyId, `${count} verification codes, which end by ${endsAt.toISOString()}`)
  return uses
}

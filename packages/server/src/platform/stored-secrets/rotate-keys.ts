import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandOutcome } from '../command-outcome.ts'
import type { Env } from '../env.ts'
import { parseKeyList } from '../keys.ts'
import type { Random } from '../random.ts'

/**
 * Runs `keys rotate`: makes a new key with an id that no key has had. A key file of the data folder gets it in first place, with
 * the former keys behind it. Keys of APP_KEYS belong to the operator's environment, so there the new one is printed.
 *
 * @param today names the key.
 */
export function rotateKeys(
  env: Pick<Env, 'APP_KEYS' | 'DATA_DIR'>,
  { random, today }: { readonly random: Random; readonly today: Date },
): CommandOutcome {
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex')
  const kid = `k${today.toISOString().slice(0, 10).replaceAll('-', '')}-${hex(3)}`
  const pair = `${kid}:${Buffer.from(random.bytes(32)).toString('base64')}`
  if (env.APP_KEYS !== undefined) return { output: printed(pair), exitCode: 0 }
  const file = join(env.DATA_DIR, 'app.key')
  if (!existsSync(file)) return { output: `There is no ${file}: the portal makes it at its first start.`, exitCode: 1 }
  const former = readFileSync(file, 'utf8').trim()
  parseKeyList(former)
  const draft = `${file}.${hex(8)}`
  writeFileSync(draft, `${pair},${former}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return {
    output: [
      `${file} has the new key ${kid} in first place.`,
      'Restart the portal, then run "coopline keys rewrap". Keep a copy of the file with your backups.',
    ].join('\n'),
    exitCode: 0,
  }
}

const printed = (pair: string): string =>
  [
    pair,
    '',
    'This is a new key. Keep it secret, and clear the screen when you have stored it.',
    '1. Append it to APP_KEYS, behind a comma, and restart every process.',
    '2. Move it to the first place and restart every process.',
    '3. Run "coopline keys rewrap", then "coopline keys status" until nothing needs the former key.',
    'docs/OPERATIONS.md, "Changing keys", says when the former key may go.',
  ].join('\n')

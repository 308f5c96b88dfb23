import { systemScopes } from '@coopline/rules/site/system-api/system-scopes'
import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotFound, Refused } from '../../../platform/errors.ts'
import { parseWords, text } from '../../../platform/parse-words.ts'
import { listKeys } from './api-keys.store.ts'
import { endKey, makeKey, mostListed, readScopes, rotateKey } from './change-keys.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>

/** `coopline api-keys …`: manages the keys of the system API. */
export const apiKeysCommand: FeatureCommand = {
  name: 'api-keys',
  summary: 'List, add, rotate and end keys of the system API',
  calls: [
    { words: 'list', json: true },
    { words: 'add NAME --scopes SCOPE,… [--from ADDRESS,…] [--last-day YYYY-MM-DD] --by NAME', json: true },
    { words: 'rotate KEY [--keep-hours HOURS] --by NAME', json: true },
    { words: 'end KEY --by NAME', json: isOneSentence },
  ],
  examples: [
    'api-keys add "Billing system" --scopes events:read,events:ack,data:write --by "Kim, IT"',
    'api-keys rotate k4w7ymq2zt --keep-hours 24 --by "Kim, IT"',
  ],
  run: runApiKeysCommand,
}

const [usualKeepHours, mostKeepHours] = [24, 720] as const
const wrongUsage = (fault: string): CommandOutcome => ({ output: `api-keys: ${fault}`, exitCode: 2 })

/**
 * Runs `api-keys list | add NAME --scopes SCOPE,… [--from ADDRESS,…] [--last-day DAY] --by NAME | rotate KEY [--keep-hours HOURS]
 * --by NAME | end KEY --by NAME`.
 */
export async function runApiKeysCommand(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const call = parseWords(args, { scopes: text, from: text, 'last-day': text, 'keep-hours': text, by: text })
  if (call === null) return wrongUsage('say list, add, rotate or end, with the options that the help names')
  const [verb = '', what = '', ...more] = call.words
  if (more.length > 0) return wrongUsage('give one name or key; put quotes around a name with spaces')
  if (verb === 'list' && what === '') return list(deps)
  const by = (call.values.by ?? '').trim()
  if (!['add', 'rotate', 'end'].includes(verb)) return wrongUsage('say list, add, rotate or end')
  if (what === '') return wrongUsage(verb === 'add' ? 'give the key a name' : 'name the key')
  if (by === '' || by.length > 80) return wrongUsage('give your name with --by NAME, in at most 80 characters')
  try {
    if (verb === 'add') return await add(deps, what, call.values, by)
    if (verb === 'rotate') return await rotate(deps, what, call.values['keep-hours'], by)
    await endKey(deps, what, by)
    return { output: `Ended the key ${escapeControls(what)}.`, exitCode: 0 }
  } catch (error) {
    return refused(error, what)
  }
}

async function list({ db, clock }: CommandDeps): Promise<CommandOutcome> {
  const keys = await listKeys(db, mostListed)
  const lines = keys.map(({ keyId, name, scopes, endsAt, lastUsedAt, lastUsedFrom }) => {
    const used = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()} from ${lastUsedFrom}`
    const ended = endsAt !== null && endsAt <= clock.now() ? 'ended' : 'ends'
    const end = endsAt === null ? 'no end' : `${ended} ${endsAt.toISOString()}`
    return escapeControls(`${keyId}  ${name}  ${scopes.join(' ')}  ${end}  ${used}`)
  })
  return { output: lines.length === 0 ? 'There are no keys.' : lines.join('\n'), exitCode: 0, value: keys }
}

async function add(
  deps: CommandDeps,
  name: string,
  { scopes = '', from = '', 'last-day': lastDay = '' }: { scopes?: string; from?: string; 'last-day'?: string },
  by: string,
): Promise<CommandOutcome> {
  const words = scopes.split(',').filter((word) => word !== '')
  if (readScopes(words) === null || words.length === 0)
    return wrongUsage(`give --scopes, some of ${systemScopes.join(',')}`)
  const made = await makeKey(deps, { name, scopes: words, addresses: from, lastDay }, by)
  return shown(`Made the key ${made.keyId}.`, made)
}

async function rotate(
  deps: CommandDeps,
  keyId: string,
  hours: string = String(usualKeepHours),
  by: string,
): Promise<CommandOutcome> {
  if (!/^[0-9]{1,3}$/u.test(hours) || Number(hours) > mostKeepHours)
    return wrongUsage(`--keep-hours is a whole number from 0 to ${mostKeepHours}`)
  const made = await rotateKey(deps, keyId, Number(hours), by)
  return shown(`Gave the key ${made.keyId} a new secret. The former ones work for ${hours} hours more.`, made)
}

const shown = (sentence: string, made: { readonly keyId: string; readonly secret: string }): CommandOutcome => ({
  output: `${sentence} Its secret is shown this once; only its hash is stored:\n${made.secret}`,
  exitCode: 0,
  value: made,
})

function refused(error: unknown, what: string): CommandOutcome {
  if (error instanceof NotFound) return { output: `There is no key ${escapeControls(what)}.`, exitCode: 1 }
  if (error instanceof Conflict) return { output: error.refusal.sentenceIn('en'), exitCode: 1 }
  if (error instanceof Refused) return wrongUsage(error.refusals.map((one) => one.sentenceIn('en')).join(' '))
  throw error
}

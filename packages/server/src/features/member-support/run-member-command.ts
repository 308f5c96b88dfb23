import { parseArgs } from 'node:util'
import { type CommandOutcome, escapeControls } from '../../platform/command-outcome.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ListedMember } from './find-members.store.ts'
import { findMembers } from './find-members.ts'
import { signOutMember, type StaffActor, unlockMember } from './help-with-login.ts'
import { longestSearch } from './read-search.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock'>

const longestName = 80

/** Runs `member find TEXT [--json] | unlock MEMBER --by NAME | sign-out MEMBER --by NAME`. */
export async function runMemberCommand(args: readonly string[], deps: CommandDeps): Promise<CommandOutcome> {
  const call = readCall(args)
  if (typeof call === 'string') return { output: `member: ${call}`, exitCode: 2 }
  const { verb, what, by, json } = call
  if (verb === 'find') return find(deps, what, json)
  return verb === 'unlock'
    ? help(unlockMember, 'Unlocked the online account of', deps, what, { by })
    : help(signOutMember, 'Signed out everywhere:', deps, what, { by })
}

function readCall(args: readonly string[]) {
  try {
    const options = { by: { type: 'string' }, json: { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [verb = '', ...rest] = positionals
    const by = values.by?.trim() ?? ''
    if (!['find', 'unlock', 'sign-out'].includes(verb)) return 'say find, unlock or sign-out'
    if (verb === 'find' && (rest.length === 0 || rest.join(' ').length > longestSearch))
      return `say what to find, in at most ${longestSearch} characters`
    if (verb !== 'find' && rest.length !== 1) return `${verb} takes one member number`
    if (verb !== 'find' && (by === '' || by.length > longestName))
      return `say who you are with --by NAME, in at most ${longestName} characters`
    return { verb, what: rest.join(' '), by, json: values.json ?? false }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function find(deps: CommandDeps, text: string, asJson: boolean): Promise<CommandOutcome> {
  const found = await findMembers(deps, text)
  if (asJson) return { output: JSON.stringify(found, null, 2), exitCode: 0 }
  if (found.members.length === 0) return { output: 'No member fits.', exitCode: 0 }
  const more = found.hasMore ? ['More members fit. Add a word or use an account number.'] : []
  return { output: [...found.members.flatMap(linesOf), ...more].map(escapeControls).join('\n'), exitCode: 0 }
}

function linesOf({ memberNumber, name, username, isDisabled, lockedUntil, accounts }: ListedMember): readonly string[] {
  const lock = isDisabled ? ' (closed)' : lockedUntil === null ? '' : ` (locked until ${lockedUntil.toISOString()})`
  return [
    `${memberNumber}  ${name}  ${username === null ? 'no online account' : `username ${username}${lock}`}`,
    ...accounts.map((one) => `  ${one.accountNumber}  ${one.status}  ${one.address}`),
  ]
}

async function help(
  change: typeof unlockMember,
  done: string,
  deps: CommandDeps,
  memberNumber: string,
  actor: StaffActor,
): Promise<CommandOutcome> {
  const named = escapeControls(memberNumber)
  return (await change(deps, memberNumber, actor))
    ? { output: `${done} member ${named}.`, exitCode: 0 }
    : { output: `Member ${named} has no online account. Nothing was changed.`, exitCode: 1 }
}

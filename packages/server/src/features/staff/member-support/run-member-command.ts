import { isAbsolute } from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandOutcome, escapeControls, printableJson } from '../../../platform/command-outcome.ts'
import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import { eraseMember } from './erase-member.ts'
import { exportMember } from './export-member.ts'
import type { ListedMember } from './find-members.store.ts'
import { findMembers } from './find-members.ts'
import {
  endAccessOfMember,
  endConnectionOfMember,
  removePasskeyOfMember,
  sendResetLink,
  signOutMember,
  unlockMember,
} from './help-with-login.ts'
import { longestSearch } from './read-search.ts'
import { viewMember } from './view-member.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'random' | 'keys' | 'env' | 'featureData'>

interface MemberCall {
  /** The text to find, or a member number. */
  readonly what: string
  readonly by: string
  readonly file: string
  /** The id of a passkey, a connection or an access. */
  readonly id: string
  readonly isConfirmed: boolean
}

interface Verb {
  /** The options that it takes. */
  readonly options: readonly string[]
  readonly run: (deps: CommandDeps, call: MemberCall) => Promise<CommandOutcome>
}

const longestName = 80

const verbs: Readonly<Record<string, Verb>> = {
  find: { options: [], run: find },
  show: { options: ['by'], run: show },
  unlock: {
    options: ['by'],
    run: async (deps, { what, by }) =>
      done(await unlockMember(deps, what, { by }), 'Unlocked the online account of', what),
  },
  'sign-out': {
    options: ['by'],
    run: async (deps, { what, by }) => done(await signOutMember(deps, what, { by }), 'Signed out everywhere:', what),
  },
  'send-reset': { options: ['by'], run: mailReset },
  'remove-passkey': {
    options: ['by', 'id'],
    run: async (deps, { what, id, by }) =>
      (await removePasskeyOfMember(deps, what, id, { by }))
        ? { output: 'Removed the passkey.', exitCode: 0 }
        : refusal('The member has no such passkey. Nothing was changed.'),
  },
  'end-connection': {
    options: ['by', 'id'],
    run: async (deps, { what, id, by }) =>
      (await endConnectionOfMember(deps, what, id, { by }))
        ? { output: 'Ended the connection.', exitCode: 0 }
        : refusal('The member has no such connection, or it has ended. Nothing was changed.'),
  },
  'end-access': {
    options: ['by', 'id'],
    run: async (deps, { what, id, by }) =>
      (await endAccessOfMember(deps, what, id, { by }))
        ? { output: 'Ended the access.', exitCode: 0 }
        : refusal('The member has no such access, or it has ended. Nothing was changed.'),
  },
  export: { options: ['by', 'to'], run: exportToFile },
  erase: { options: ['by', 'yes'], run: erase },
}

/**
 * Runs `member find TEXT | show MEMBER --by NAME | unlock MEMBER --by NAME | sign-out MEMBER --by NAME |
 * send-reset MEMBER --by NAME | remove-passkey MEMBER --id=ID --by NAME | end-connection MEMBER --id=ID --by NAME |
 * end-access MEMBER --id=ID --by NAME | export MEMBER --to FILE --by NAME |
 * erase MEMBER --by NAME [--yes]`. FILE is an absolute path.
 */
export async function runMemberCommand(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const call = readCall(args)
  return typeof call === 'string' ? { output: `member: ${call}`, exitCode: 2 } : call.verb.run(deps, call)
}

function readCall(args: readonly string[]): (MemberCall & { readonly verb: Verb }) | string {
  try {
    const [name = '', ...rest] = args
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (verb === undefined) return `give ${Object.keys(verbs).join(', ')}`
    const options = {
      by: { type: 'string', default: '' },
      to: { type: 'string', default: '' },
      id: { type: 'string', default: '' },
      yes: { type: 'boolean', default: false },
    } as const
    const taken = Object.fromEntries(Object.entries(options).filter(([option]) => verb.options.includes(option)))
    const { positionals, values } = parseArgs({
      args: [...rest],
      options: taken as typeof options,
      allowPositionals: true,
    })
    const call = {
      verb,
      what: positionals.join(' ').trim(),
      by: values.by?.trim() ?? '',
      file: values.to ?? '',
      id: values.id ?? '',
      isConfirmed: values.yes ?? false,
    }
    return faultOf(call, positionals.length, name) ?? call
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function faultOf({ verb, what, by, file, id }: MemberCall & { readonly verb: Verb }, words: number, name: string) {
  if (name === 'find')
    return what === '' || what.length > longestSearch
      ? `say what to find, in at most ${longestSearch} characters`
      : undefined
  if (words !== 1 || what === '') return `${name} takes one member number`
  if (by === '' || by.length > longestName) return `give your name with --by NAME, in at most ${longestName} characters`
  if (verb.options.includes('to') && !isAbsolute(file)) return 'give the file to write with --to FILE'
  if (verb.options.includes('id') && id === '') return 'name one with --id=ID, as show lists it'
  return undefined
}

async function find(deps: CommandDeps, { what }: MemberCall): Promise<CommandOutcome> {
  const found = await findMembers(deps, what)
  if (found.members.length === 0) return { output: 'No member matches.', exitCode: 0, value: found }
  const more = found.hasMore ? ['More members fit. Add a word or use an account number.'] : []
  const lines = [...found.members.flatMap(linesOf), ...more].map(escapeControls)
  return { output: lines.join('\n'), exitCode: 0, value: found }
}

function linesOf({ memberNumber, name, username, isDisabled, lockedUntil, accounts }: ListedMember): readonly string[] {
  const lock = isDisabled ? ' (closed)' : lockedUntil === null ? '' : ` (locked until ${lockedUntil.toISOString()})`
  return [
    `${memberNumber}  ${name}  ${username === null ? 'no online account' : `username ${username}${lock}`}`,
    ...accounts.map((one) => `  ${one.accountNumber}  ${one.status}  ${one.address}`),
  ]
}

async function show(deps: CommandDeps, { what, by }: MemberCall): Promise<CommandOutcome> {
  const view = await viewMember(deps, what, { by })
  return view === null ? unknownMember(what) : { output: printableJson(view), exitCode: 0, value: view }
}

async function mailReset(deps: CommandDeps, { what, by }: MemberCall): Promise<CommandOutcome> {
  try {
    const isSent = await sendResetLink(deps, what, { by })
    return done(isSent, 'Mailed a link to set a new password to', what)
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    return refusal('This member had several such mails within an hour. Nothing was sent.')
  }
}

const done = (isDone: boolean, sentence: string, memberNumber: string): CommandOutcome =>
  isDone
    ? { output: `${sentence} member ${escapeControls(memberNumber)}.`, exitCode: 0 }
    : refusal(`Member ${escapeControls(memberNumber)} has no online account. Nothing was changed.`)

async function exportToFile(deps: CommandDeps, { what, by, file }: MemberCall): Promise<CommandOutcome> {
  try {
    return (await exportMember(deps, what, file, { by }))
      ? {
          output: `Wrote ${escapeControls(file)}. It holds personal data: delete it once the member has it.`,
          exitCode: 0,
        }
      : unknownMember(what)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return refusal(`The file cannot be written: ${error.message}`)
  }
}

async function erase(deps: CommandDeps, { what, by, isConfirmed }: MemberCall): Promise<CommandOutcome> {
  const erasure = await eraseMember(deps, what, { by }, !isConfirmed)
  if (erasure.kind === 'unknown-member') return unknownMember(what)
  if (erasure.kind === 'money-under-way') {
    const counts = Object.entries(erasure.counts).filter(([, count]) => count > 0)
    return refusal(
      `Nothing was erased. These must end first: ${counts.map(([kind, count]) => `${kind} ${count}`).join(', ')}.`,
    )
  }
  const lines = Object.entries(erasure.rows).flatMap(([table, count]) => (count > 0 ? [`${table}  ${count}`] : []))
  const last = isConfirmed
    ? `Erased what need not stay of member ${what}.`
    : 'Nothing was erased. Add --yes to delete these rows for good.'
  return { output: [...lines, last].join('\n'), exitCode: 0, value: { isErased: isConfirmed, rows: erasure.rows } }
}

const refusal = (output: string): CommandOutcome => ({ output, exitCode: 1 })
const unknownMember = (memberNumber: string): CommandOutcome =>
  refusal(`There is no member ${escapeControls(memberNumber)}.`)

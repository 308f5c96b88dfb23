import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { paths } from '@coopline/contract/paths'
import { staffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { staffRoles } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { checkUsername } from '@coopline/rules/identity/username/check-username'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { usernameKey } from '../../identity/sign-in/public.ts'
import { hasIdentity } from './sign-on.store.ts'
import {
  deleteStaffLogin,
  findStaffByUsername,
  insertStaffLogin,
  listStaff,
  openSetUp,
  setStaffDisabled,
  setStaffRole,
  unlockStaff,
} from './staff-logins.store.ts'
import { endStaffSessions } from './staff-sessions.store.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'env' | 'keys' | 'settings'>

const [longestName, mostLogins, linkHours] = [80, 1000, 24] as const

/** The words of a command; those that it does not use are empty. */
interface StaffCall {
  readonly username: string
  readonly role: string
  readonly name: string
  /** The person who runs the command, for the audit. */
  readonly by: string
}

interface Verb {
  readonly words: readonly ('username' | 'role')[]
  readonly options: readonly ('name' | 'role' | 'by')[]
  readonly run: (deps: CommandDeps, call: StaffCall) => Promise<CommandOutcome>
}

const verbs: Readonly<Record<string, Verb>> = {
  list: { words: [], options: [], run: list },
  add: { words: ['username'], options: ['name', 'role', 'by'], run: add },
  role: { words: ['username', 'role'], options: ['by'], run: changeRole },
  reset: { words: ['username'], options: ['by'], run: reset },
  unlock: { words: ['username'], options: ['by'], run: unlock },
  disable: { words: ['username'], options: ['by'], run: disable },
  enable: { words: ['username'], options: ['by'], run: enable },
  remove: { words: ['username'], options: ['by'], run: remove },
}

/**
 * Runs `staff list | add USERNAME --name NAME --role ROLE --by NAME | role USERNAME ROLE --by NAME | reset USERNAME --by NAME |
 * unlock USERNAME --by NAME | disable USERNAME --by NAME | enable USERNAME --by NAME | remove USERNAME --by NAME`.
 */
export async function runStaffCommand(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const [name = '', ...rest] = args
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (verb === undefined) return wrongUsage(`say ${Object.keys(verbs).join(', ')}`)
  const call = readCall(verb, rest)
  return typeof call === 'string' ? wrongUsage(call) : verb.run(deps, call)
}

function readCall({ words, options }: Verb, args: readonly string[]): StaffCall | string {
  try {
    const taken = Object.fromEntries(options.map((option) => [option, { type: 'string' } as const]))
    const { positionals, values } = parseArgs({ args: [...args], options: taken, allowPositionals: true })
    if (positionals.length !== words.length) return `it takes ${words.join(' and ') || 'no words'}`
    const given: Readonly<Record<string, string | undefined>> = {
      ...values,
      ...Object.fromEntries(words.map((word, place) => [word, positionals[place]])),
    }
    const { username = '', role = '', name = '', by = '' } = given
    const call = { username: username.trim(), role, name: name.trim(), by: by.trim() }
    return faultOf(call, [...words, ...options]) ?? call
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function faultOf({ username, role, name, by }: StaffCall, needed: readonly string[]): string | undefined {
  const isName = (text: string) => text !== '' && text.length <= longestName
  if (needed.includes('username') && checkUsername(username) !== null)
    return 'a username has 6 to 60 letters, digits and . _ @ -'
  if (needed.includes('role') && !staffRole.safeParse(role).success) return `the role is ${staffRoles.join(', ')}`
  if (needed.includes('name') && !isName(name))
    return `give their name with --name NAME, in at most ${longestName} characters`
  if (needed.includes('by') && !isName(by)) return `give your name with --by NAME, in at most ${longestName} characters`
  return undefined
}

async function list({ db }: CommandDeps): Promise<CommandOutcome> {
  const all = await listStaff(db, mostLogins)
  const lines = all.map(({ username, name, role, isSetUp, setUpUntil, lastSignInAt, isSignOn, disabledAt }) => {
    const waiting = `waits for its set-up link, good until ${setUpUntil?.toISOString() ?? 'never'}`
    const last = lastSignInAt === null ? 'never signed in' : `last signed in ${lastSignInAt.toISOString()}`
    const marks = `${isSignOn ? 'single sign-on, ' : ''}${disabledAt === null ? '' : 'disabled, '}`
    return escapeControls(`${username}  ${role}  ${name}  ${marks}${isSetUp || isSignOn ? last : waiting}`)
  })
  return { output: lines.length === 0 ? 'There are no staff logins.' : lines.join('\n'), exitCode: 0, value: all }
}

/** A one-time link, and the hash that is stored of it. */
function newLink({ random, clock, env }: CommandDeps) {
  const token = randomText(random, 32)
  const until = new Date(clock.now().getTime() + linkHours * 3_600_000)
  return { hash: sha256(token), until, address: `${env.PUBLIC_ORIGIN}${paths.staffSetUp(token)}` }
}

const linkLines = ({ settings }: CommandDeps, address: string): string =>
  [
    address,
    `The link works once, for ${linkHours} hours. Only its hash is kept: hand it over in person or over a trusted channel.`,
    ...(settings.current().staffConsole
      ? []
      : ['The staff console is off. Turn it on with: coopline settings set staffConsole Y']),
  ].join('\n')

async function add(deps: CommandDeps, { username, role, name, by }: StaffCall): Promise<CommandOutcome> {
  const link = newLink(deps)
  const isNew = await change(deps, 'staff-sign-in.added', { by, staff: username, role }, async (tx) =>
    insertStaffLogin(tx, {
      staffId: randomUUID(),
      username,
      usernameKey: usernameKey(username),
      name,
      role: staffRole.parse(role),
      passwordHash: null,
      appSecret: null,
      setUpHash: link.hash,
      setUpUntil: link.until,
      createdAt: deps.clock.now(),
    }),
  )
  if (!isNew) return { output: `The staff login ${username} already exists.`, exitCode: 1 }
  return {
    output: `Added ${username}. They set a password and an authenticator app here:\n${linkLines(deps, link.address)}`,
    exitCode: 0,
    value: { username, setUpLink: link.address, worksUntil: link.until },
  }
}

async function reset(deps: CommandDeps, { username, by }: StaffCall): Promise<CommandOutcome> {
  const refused = await refuseSignOn(deps, username, 'has no password here: it is reset at the identity provider')
  if (refused !== null) return refused
  const link = newLink(deps)
  const isDone = await change(deps, 'staff-sign-in.reset', { by, staff: username }, async (tx) => {
    const login = await findStaffByUsername(tx, usernameKey(username))
    if (login === undefined) return false
    const now = deps.clock.now()
    await openSetUp(tx, login.staffId, link.hash, { until: link.until, now })
    await endStaffSessions(tx, login.staffId, now)
    return true
  })
  if (!isDone) return unknown(username)
  return {
    output: `The password and the app of ${username} no longer work, and every session has ended. Set-up link:\n${linkLines(deps, link.address)}`,
    exitCode: 0,
    value: { username, setUpLink: link.address, worksUntil: link.until },
  }
}

async function changeRole(deps: CommandDeps, { username, role, by }: StaffCall): Promise<CommandOutcome> {
  const refused = await refuseSignOn(deps, username, 'has the role of their group at the identity provider')
  if (refused !== null) return refused
  const isDone = await change(deps, 'staff-sign-in.role-changed', { by, staff: username, role }, async (tx) =>
    setStaffRole(tx, usernameKey(username), staffRole.parse(role)),
  )
  return isDone ? { output: `${username} is ${role} from the next call on.`, exitCode: 0 } : unknown(username)
}

async function unlock(deps: CommandDeps, { username, by }: StaffCall): Promise<CommandOutcome> {
  const isDone = await change(deps, 'staff-sign-in.unlocked', { by, staff: username }, async (tx) =>
    unlockStaff(tx, usernameKey(username), deps.clock.now()),
  )
  if (!isDone) return unknown(username)
  return { output: `Unlocked ${username}.`, exitCode: 0 }
}

async function disable(deps: CommandDeps, { username, by }: StaffCall): Promise<CommandOutcome> {
  const isDone = await change(deps, 'staff-sign-in.disabled', { by, staff: username }, async (tx) => {
    const now = deps.clock.now()
    const staffId = await setStaffDisabled(tx, usernameKey(username), now)
    if (staffId !== undefined) await endStaffSessions(tx, staffId, now)
    return staffId !== undefined
  })
  return isDone
    ? { output: `Disabled ${username} and ended every session.`, exitCode: 0 }
    : notOpen(deps, username, 'is disabled already')
}

async function enable(deps: CommandDeps, { username, by }: StaffCall): Promise<CommandOutcome> {
  const isDone = await change(
    deps,
    'staff-sign-in.enabled',
    { by, staff: username },
    async (tx) => (await setStaffDisabled(tx, usernameKey(username), null)) !== undefined,
  )
  return isDone ? { output: `${username} may sign in again.`, exitCode: 0 } : notOpen(deps, username, 'is not disabled')
}

/** The refusal of a change that found a login as it is, or none. */
async function notOpen({ db }: CommandDeps, username: string, state: string): Promise<CommandOutcome> {
  const login = await findStaffByUsername(db, usernameKey(username))
  return login === undefined ? unknown(username) : { output: `${login.username} ${state}.`, exitCode: 1 }
}

/** The refusal of a change that only the identity provider can make; `null` for a local login. */
async function refuseSignOn({ db }: CommandDeps, username: string, state: string): Promise<CommandOutcome | null> {
  const login = await findStaffByUsername(db, usernameKey(username))
  if (login === undefined || !(await hasIdentity(db, login.staffId))) return null
  return { output: `${login.username} ${state}.`, exitCode: 1 }
}

async function remove(deps: CommandDeps, { username, by }: StaffCall): Promise<CommandOutcome> {
  const isDone = await change(deps, 'staff-sign-in.removed', { by, staff: username }, async (tx) =>
    deleteStaffLogin(tx, usernameKey(username)),
  )
  return isDone ? { output: `Removed ${username} and ended every session.`, exitCode: 0 } : unknown(username)
}

/** Changes a login and writes its audit entry; `false` changed nothing. */
const change = async (
  { db, clock }: CommandDeps,
  kind: string,
  detail: Readonly<Record<string, string>>,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isDone = await work(tx)
    if (isDone) await recordAudit(tx, { kind, at: clock.now(), detail })
    return isDone
  })

const wrongUsage = (fault: string): CommandOutcome => ({ output: `staff: ${fault}`, exitCode: 2 })

const unknown = (username: string): CommandOutcome => ({
  output: `There is no staff login ${escapeControls(username)}.`,
  exitCode: 1,
})

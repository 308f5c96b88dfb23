import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isOutsideAddress } from '../../../platform/outbound/post-outside.ts'
import { flag, parseWords, text } from '../../../platform/parse-words.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type FailingNotifications, listFailingNotifications } from './app-notifications.store.ts'
import { checkApp } from './app-policy.ts'
import {
  type ConnectedApp,
  deleteApp,
  endConnectionsOfApp,
  insertApp,
  listApps,
  updateNotifyUri,
} from './apps.store.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'env'>

/** Connections per statement. */
const mostEnded = 1_000

const usage: CommandOutcome = { output: 'connect: give apps and then list, add, notify or remove', exitCode: 2 }

/** Runs `connect apps list|add|notify|remove`, which manages the apps that may request access to usage. */
export async function runConnectCommand(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const [noun, verb, ...rest] = args
  if (noun !== 'apps') return usage
  if (verb === 'list' && rest.length === 0) return list(deps)
  const [clientId = '', address = null] = rest
  if (verb === 'remove' && rest.length === 1) return remove(deps, clientId)
  if (verb === 'notify' && (rest.length === 1 || rest.length === 2)) return setNotifyUri(deps, clientId, address)
  return verb === 'add' ? add(deps, rest) : usage
}

async function list({ db, clock }: CommandDeps): Promise<CommandOutcome> {
  const apps = await listApps(db)
  const failing = new Map((await listFailingNotifications(db, clock.now())).map((one) => [one.clientId, one]))
  const listed = apps.map((app) => ({
    ...app,
    secretHash: undefined,
    failing: failing.get(app.clientId) ?? null,
  }))
  const lines = listed.map(({ clientId, name, isSelfRegistered, redirectUris, notifyUri, failing: failed }) => {
    const notified = notifyUri === null ? '' : `  notified at ${notifyUri}${failureText(failed)}`
    const own = isSelfRegistered ? ' (registered itself)' : ''
    return escapeControls(`${clientId}  ${name}${own}  ${redirectUris.join(' ')}${notified}`)
  })
  return { output: lines.length === 0 ? 'There are no apps.' : lines.join('\n'), exitCode: 0, value: listed }
}

const failureText = (failed: FailingNotifications | null): string =>
  failed === null
    ? ''
    : ` (${failed.failing} connections not notified yet, ${failed.givenUp} given up: ${failed.lastError})`

async function add(deps: CommandDeps, args: readonly string[]): Promise<CommandOutcome> {
  const given = parseAdd(args)
  if (given === null) return usage
  const { isPublic, ...facts } = given
  const problem = checkApp(facts)
  if (problem !== null) return { output: problem, exitCode: 1 }
  if (facts.notifyUri !== null && !isOutsideAddress(facts.notifyUri, deps.env)) return refusedAddress
  const secret = isPublic ? null : randomText(deps.random, 32)
  const app: ConnectedApp = {
    ...facts,
    clientId: randomText(deps.random, 18),
    authMethod: isPublic ? 'none' : 'client_secret_basic',
    secretHash: secret === null ? null : sha256(secret),
    isSelfRegistered: false,
    createdAt: deps.clock.now(),
    expiresAt: null,
  }
  await inTransaction(deps.db, async (tx) => {
    await insertApp(tx, app)
    await recordAudit(tx, { kind: 'connected-apps.app-added', at: app.createdAt, detail: { app: app.clientId } })
  })
  const secretLine =
    secret === null ? '' : `\nclient_secret: ${secret}\nThe secret is shown once; only its hash is kept.`
  return {
    output: `client_id: ${app.clientId}${secretLine}`,
    exitCode: 0,
    value: { clientId: app.clientId, clientSecret: secret },
  }
}

function parseAdd(args: readonly string[]) {
  const call = parseWords(args, { redirect: { ...text, multiple: true }, home: text, notify: text, public: flag })
  const [name, ...more] = call?.words ?? []
  const { redirect: redirectUris, home = null, notify = null, public: isPublic = false } = call?.values ?? {}
  if (name === undefined || more.length > 0 || redirectUris === undefined) return null
  return { name, homeUrl: home, notifyUri: notify, redirectUris, isPublic }
}

const refusedAddress: CommandOutcome = {
  output: 'Apps are notified at https addresses on the public internet only.',
  exitCode: 1,
}
const noApp = (clientId: string): CommandOutcome => ({
  output: `There is no app ${escapeControls(clientId)}.`,
  exitCode: 1,
})

/** Changes where an app is notified, or stops notifying it. Its connections stay. */
async function setNotifyUri(
  { db, clock, env }: CommandDeps,
  clientId: string,
  address: string | null,
): Promise<CommandOutcome> {
  if (address !== null && !isOutsideAddress(address, env)) return refusedAddress
  return inTransaction(db, async (tx) => {
    if (!(await updateNotifyUri(tx, clientId, address))) return noApp(clientId)
    const detail = { app: clientId, isNotified: address !== null }
    await recordAudit(tx, { kind: 'connected-apps.notification-address-changed', at: clock.now(), detail })
    return { output: address === null ? 'The app is no longer notified.' : 'Changed the address.', exitCode: 0 }
  })
}

/**
 * Removes an app. It ends the connections first, outside the transaction that deletes the app, so that the app can read
 * nothing even if its deletion has to be repeated.
 */
async function remove({ db, clock }: CommandDeps, clientId: string): Promise<CommandOutcome> {
  const now = clock.now()
  for (let ended = mostEnded; ended === mostEnded; )
    ended = await endConnectionsOfApp(db, clientId, { now, limit: mostEnded })
  return inTransaction(db, async (tx) => {
    if (!(await deleteApp(tx, clientId))) return noApp(clientId)
    await recordAudit(tx, { kind: 'connected-apps.app-removed', at: now, detail: { app: clientId } })
    return { output: 'Removed the app and every member connection to it.', exitCode: 0 }
  })
}

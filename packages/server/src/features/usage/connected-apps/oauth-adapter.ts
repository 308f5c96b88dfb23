import type { Adapter, AdapterPayload } from 'oidc-provider'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput } from '../../../platform/errors.ts'
import { checkTexts, isStorable } from '../../../platform/http/check-texts.ts'
import { currentKeyFor, hmac, type Key, type Keys } from '../../../platform/keys.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { notifyMember } from '../../identity/sign-in/public.ts'
import { checkApp } from './app-policy.ts'
import { findApp, insertApp } from './apps.store.ts'
import { endConnection, isConnected } from './connections.store.ts'
import type { AuthMethod } from './connected-apps.tables.ts'
import { consumeRecord, deleteRecord, deleteRecordsOf, findRecord, upsertRecord } from './oauth-records.store.ts'

/** Replaces a record's own id in its payload, because the database stores only the id's hash. */
const placeholder = '{own id}'

/** Formats a secret's hash for the library; `compareSecret` parses it. */
export const storedSecret = (hash: Uint8Array): string => `sha256:${Buffer.from(hash).toString('base64url')}`

/** Self-registered apps are deleted after a year. */
const selfRegisteredMs = 365 * 86_400_000

/** The milliseconds in which an app that did not receive the answer may use a refresh token again. */
const lostAnswerMs = 60_000

/**
 * The value of the refresh token that follows another. It is derived, so that a second answer can give it again
 * although the database stores only its hash. No one can derive it without the portal's keys.
 */
export const successorOf = (keys: Keys, refreshToken: string): string =>
  successorUnder(currentKeyFor(keys, 'connect-refresh'), refreshToken)

const successorUnder = (key: Key, refreshToken: string): string =>
  Buffer.from(hmac(key, refreshToken)).toString('base64url')

/** Returns who ends a connection, which only the current request knows. */
export type WhoRevokes = () => 'app' | 'copied-token'

/**
 * Stores the authorization server's records in the portal's tables. Each operation is a single statement, so one database
 * connection suffices.
 */
export const createOAuthAdapter =
  (deps: Deps, whoRevokes: WhoRevokes) =>
  (kind: string): Adapter =>
    kind === 'Client' ? clientAdapter(deps) : recordAdapter(deps, kind, whoRevokes)

function recordAdapter(deps: Deps, kind: string, whoRevokes: WhoRevokes): Adapter {
  const { db, clock, keys } = deps
  const load = async (id: string) => findRecord(db, kind, sha256(id), clock.now())
  /**
   * Tells whether the app may have missed the answer to this refresh: it is recent, and its successor, under any of the
   * keys, was not used.
   */
  const mayBeLost = async (id: string, consumedAt: Date): Promise<boolean> => {
    if (kind !== 'RefreshToken' || clock.now().getTime() - consumedAt.getTime() > lostAnswerMs) return false
    for (const key of keys.forPurpose('connect-refresh'))
      if ((await load(successorUnder(key, id)))?.consumedAt) return false
    return true
  }
  const grantOf = (id: string, payload: AdapterPayload) => (kind === 'Grant' ? id : (payload.grantId ?? null))
  return {
    upsert: async (id, payload, expiresIn = 0) => {
      const expiresAt = new Date(clock.now().getTime() + expiresIn * 1000)
      await requireStorable(payload)
      const text = JSON.stringify(payload).replaceAll(id, placeholder)
      await upsertRecord(db, { kind, idHash: sha256(id), payload: text, grantId: grantOf(id, payload), expiresAt })
    },
    find: async (id) => {
      const found = await load(id)
      if (found === undefined) return undefined
      if (kind === 'Grant' && !(await isConnected(db, id, clock.now()))) return undefined
      const payload = JSON.parse(JSON.stringify(found.payload).replaceAll(placeholder, id)) as AdapterPayload
      const isConsumed = found.consumedAt !== null && !(await mayBeLost(id, found.consumedAt))
      return isConsumed ? { ...payload, consumed: true } : payload
    },
    // No library sessions: every request asks the member.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      if (await consumeRecord(db, kind, sha256(id), clock.now())) return
      const found = await load(id)
      if (found?.consumedAt && (await mayBeLost(id, found.consumedAt))) return
      if (found?.grantId !== undefined && found.grantId !== null) await endAsCopied(deps, found.grantId)
      const { errors } = await import('oidc-provider')
      throw new errors.InvalidGrant('already used')
    },
    destroy: async (id) => {
      if (kind === 'Grant') await revoke(deps, id, whoRevokes())
      await deleteRecord(db, kind, sha256(id))
    },
    revokeByGrantId: async (grantId) => deleteRecordsOf(db, grantId, kind),
  }
}

const endAsCopied = async (deps: Deps, grantId: string): Promise<void> => revoke(deps, grantId, 'copied-token')

/** Ends a connection with all of its tokens, and notifies the member when someone used a copied token. */
async function revoke(deps: Deps, grantId: string, reason: 'app' | 'copied-token'): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await deleteRecordsOf(tx, grantId)
    const ended = await endConnection(tx, { grantId }, reason, now)
    if (ended === undefined) return
    await recordAudit(tx, {
      kind: reason === 'app' ? 'connected-apps.ended-by-app' : 'connected-apps.copied-token',
      at: now,
      memberNumber: ended.memberNumber,
      detail: { connection: grantId },
    })
    if (reason === 'copied-token') await notifyMember(deps, tx, ended.loginId, 'copied-token-used', grantId)
  })
}

/** @throws InvalidRequest for a record with a text that the database cannot store: clients choose `state` and more. */
async function requireStorable(payload: AdapterPayload): Promise<void> {
  try {
    checkTexts(payload)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    const { errors } = await import('oidc-provider')
    throw new errors.InvalidRequest('a parameter has characters that are not allowed')
  }
}

function clientAdapter({ db, clock }: Deps): Adapter {
  const nothing = async () => undefined
  return {
    // The library calls this only for self-registration.
    upsert: async (id, payload) => {
      const facts = {
        name: payload.client_name ?? '',
        homeUrl: payload.client_uri ?? null,
        redirectUris: payload.redirect_uris ?? [],
      }
      await requireStorable(payload)
      const problem = checkApp(facts)
      const { errors } = await import('oidc-provider')
      if (problem !== null) throw new errors.InvalidClientMetadata(problem)
      const now = clock.now()
      await insertApp(db, {
        ...facts,
        clientId: id,
        authMethod: (payload.token_endpoint_auth_method ?? 'client_secret_basic') as AuthMethod,
        secretHash: payload.client_secret === undefined ? null : sha256(payload.client_secret),
        isSelfRegistered: true,
        createdAt: now,
        expiresAt: new Date(now.getTime() + selfRegisteredMs),
        // Only the cooperative registers addresses that the portal calls.
        notifyUri: null,
      })
    },
    find: async (id) => {
      const app = isStorable(id) ? await findApp(db, id) : undefined
      if (app === undefined) return undefined
      return {
        client_id: app.clientId,
        client_name: app.name,
        ...(app.homeUrl === null ? {} : { client_uri: app.homeUrl }),
        redirect_uris: [...app.redirectUris],
        token_endpoint_auth_method: app.authMethod,
        ...(app.secretHash === null ? {} : { client_secret: storedSecret(app.secretHash) }),
        // Not `native`, which would accept any port on a loopback address.
        application_type: 'web',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
      }
    },
    findByUid: nothing,
    findByUserCode: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
  }
}

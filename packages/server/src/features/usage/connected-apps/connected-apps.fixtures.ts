import { connectedApps, type ConnectedMeter } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { paths } from '@coopline/contract/paths'
import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { LightMyRequestResponse } from 'fastify'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { insertApp } from './apps.store.ts'
import { insertConnection } from './connections.store.ts'
import type { AuthMethod } from './connected-apps.tables.ts'
import { oauthRoutes } from './create-provider.ts'
import { espiCalls } from './espi-resources.fixtures.ts'
import { upsertRecord } from './oauth-records.store.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

export const meters = [{ accountNumber: '100100101', meterNumber: 'M1' }]
export const choice = { scopes: [ownScopes.day], meters, historyMonths: 12, endsOn: '2027-11-20' }
export const redirectUri = 'https://app.example.org/callback'

/** Ada's account has a meter. Each call gets its own connection or authorization request. */
export const fixtures: SliceFixtures = async ({ portal, loginId, own }) => {
  portal.set({ connectEnabled: true, connectCallsPerClientPerMinute: 10_000, connectReadsPerHour: 100_000 })
  await portal.db
    .insertInto('cis.meter')
    .values({ account_number: '100100101', meter_number: 'M1' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const ofConnection = async (): Promise<ValidCall> => {
    const [call, { grantId }] = [await own(), await seedConnection(portal, loginId)]
    return { ...call, params: { ...call.params, id: grantId } }
  }
  const ofRequest = async (body: unknown): Promise<ValidCall> => {
    const [call, asked] = [await own(), await seedRequest(portal)]
    const cookie = `${call.headers['cookie'] ?? ''}; ${asked.cookie}`
    return { ...call, body, params: { ...call.params, id: asked.id }, headers: { ...call.headers, cookie } }
  }
  const withToken = async (scope: string): Promise<ValidCall> => {
    const { token } = await seedConnection(portal, loginId, { scope })
    return { ...visitor, headers: { authorization: `Bearer ${token}` } }
  }
  return [
    [connectedApps.list, own],
    [connectedApps.offer, own],
    [connectedApps.accesses, ofConnection],
    [connectedApps.end, ofConnection],
    [
      connectedApps.makeToken,
      async () => {
        await forgetConnections(portal)
        return { ...(await own()), body: { ...choice, name: 'Script' } }
      },
    ],
    [connectedApps.request, async () => ofRequest(undefined)],
    [
      connectedApps.allow,
      async () => {
        await forgetConnections(portal)
        return ofRequest(choice)
      },
    ],
    [connectedApps.decline, async () => ofRequest({})],
    [connectedApps.batch, async () => ({ ...(await withToken(ownScopes.day)), params: { subscriptionId: 'own' } })],
    [connectedApps.intervals, async () => withToken(ownScopes.interval)],
    [connectedApps.daily, async () => withToken(ownScopes.day)],
    ...(await espiFixtures(portal, loginId)),
  ]
}

const espiFixtures = async (portal: TestPortal, loginId: string) =>
  espiCalls(
    portal,
    async (wanted) => seedConnection(portal, loginId, wanted),
    async () => seedApp(portal, 'Planner', { authMethod: 'client_secret_basic' }),
  )

async function forgetConnections(portal: TestPortal): Promise<void> {
  await portal.db.deleteFrom('portal.connected_grant').execute()
  await portal.db.deleteFrom('portal.oauth_record').where('kind', '=', 'AccessToken').execute()
}

/** Creates a connection to Ada's meter: an access token, or that of the app with `clientId`. */
export async function seedConnection(
  portal: TestPortal,
  loginId: string,
  more: {
    readonly scope?: string
    readonly meters?: readonly ConnectedMeter[]
    readonly clientId?: string
    readonly endsAt?: Date
  } = {},
): Promise<{ readonly grantId: string; readonly token: string }> {
  const [grantId, token] = [randomText(portal.deps.random, 18), randomText(portal.deps.random, 32)]
  const now = portal.clock.now()
  await inTransaction(portal.db, async (tx) =>
    insertConnection(tx, {
      grantId,
      memberNumber: '10001',
      loginId,
      clientId: more.clientId ?? null,
      tokenHash: more.clientId === undefined ? sha256(token) : null,
      name: 'Script',
      scope: more.scope ?? ownScopes.day,
      historyFrom: calendarDate('2025-11-01'),
      createdAt: now,
      endsAt: more.endsAt ?? new Date(now.getTime() + 86_400_000 * 30),
      meters: more.meters ?? meters,
    }),
  )
  if (more.clientId !== undefined)
    await upsertRecord(portal.db, {
      kind: 'AccessToken',
      idHash: sha256(token),
      payload: JSON.stringify({ scope: more.scope ?? ownScopes.day }),
      grantId,
      expiresAt: new Date(now.getTime() + 3_600_000),
    })
  return { grantId, token }
}

/** Creates an app, by default a public client. @returns its id. */
export async function seedApp(
  portal: TestPortal,
  name = 'Solar Planner',
  {
    authMethod = 'none',
    notifyUri = null,
  }: { readonly authMethod?: AuthMethod; readonly notifyUri?: string | null } = {},
): Promise<string> {
  const clientId = `app_${randomText(portal.deps.random, 9)}`
  await insertApp(portal.db, {
    clientId,
    name,
    homeUrl: 'https://app.example.org/',
    redirectUris: [redirectUri],
    authMethod,
    secretHash: authMethod === 'none' ? null : sha256('secret'),
    isSelfRegistered: false,
    createdAt: portal.clock.now(),
    expiresAt: null,
    notifyUri,
  })
  return clientId
}

/** Creates an authorization request that waits for the member, with the cookie of the browser that started it. */
export async function seedRequest(
  portal: TestPortal,
  query: Readonly<Record<string, string>> = {},
): Promise<{
  readonly id: string
  readonly cookie: string
  readonly clientId: string
  readonly answer: LightMyRequestResponse
}> {
  const clientId = query['client_id'] ?? (await seedApp(portal))
  const response = await portal.inject({
    method: 'GET',
    url: oauthRoutes.authorization,
    query: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: ownScopes.day,
      state: 'state',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...query,
    },
  })
  const address = new URL(String(response.headers.location))
  const id = address.searchParams.get('request')
  if (address.pathname !== paths.connectApp() || id === null)
    throw new Error(`No request: ${response.statusCode} ${address.href}`)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { id, cookie, clientId, answer: response }
}

export const storeCalls: StoreCalls = {
  apps: {
    listApps: [],
    updateNotifyUri: ['app', null],
    deleteApp: ['app'],
    endConnectionsOfApp: ['app', { now: given.now, limit: 10 }],
  },
  connections: { isConnected: ['grant', given.now] },
  'app-notifications': {
    takeOverLog: [{ now: given.now, limit: 10 }],
    claimDueNotifications: [{ now: given.now, until: given.now, limit: 10 }],
    forgetNotifications: [['grant']],
    deferNotifications: [['grant'], given.now],
    listChangedMeters: [['grant']],
    settleNotifications: [
      [{ grantId: 'grant', version: 1, meters: [{ accountNumber: '1', meterNumber: 'M1' }] }],
      { now: given.now, retryAt: given.now },
    ],
    postponeNotifications: [['grant'], { error: 'answered 500', now: given.now, retryMinutes: [5] }],
    listFailingNotifications: [given.now],
  },
  'oauth-records': { consumeRecord: ['Grant', given.hash, given.now], deleteRecord: ['Grant', given.hash] },
}

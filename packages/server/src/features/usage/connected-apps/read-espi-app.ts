import { paths } from '@coopline/contract/paths'
import type { FileAnswer } from '@coopline/contract/endpoint'
import type { Deps } from '../../../platform/deps.ts'
import type { DataCaller } from './check-data-token.ts'
import { type Child, elements, entry, linksOf, periodOf } from '../green-button/public.ts'
import { localDays } from '../usage/public.ts'
import { type ConnectedApp, findApp } from './apps.store.ts'
import { oauthRoutes } from './create-provider.ts'
import { type PageQuery, requireEntry, writePage } from './espi-feed.ts'
import { loadSubscription, recordedFile, type Subscription } from './load-subscription.ts'

/** `AuthorizationStatus`, `DataCustodianApplicationStatus` and `ESPIServiceStatus`. */
const [active, production, operational] = [1, 2, 1] as const
/** Characters of `String64` and `String256`. */
const [shortText, longText] = [64, 256] as const

const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000)

function authorizationEntry({ facts, grant, scope }: Subscription): string {
  const { base, subscription, timeZone, now } = facts
  const self = `${base}/Authorization/${subscription}`
  const [created, ends] = [grant.createdAt.getTime(), grant.endsAt.getTime()]
  const history = localDays(timeZone).ofDay(grant.historyFrom).start
  return entry(
    { links: linksOf(self, [`${base}/Subscription/${subscription}/UsagePoint`]), title: 'Authorization', at: now },
    'Authorization',
    elements([
      ['authorizedPeriod', periodOf(created, ends)],
      ['publishedPeriod', periodOf(history, ends)],
      ['status', active],
      ['expires_at', toSeconds(grant.endsAt)],
      ['grant_type', grant.clientId === null ? null : 'authorization_code'],
      ['scope', fitting(scope)],
      ['token_type', 'Bearer'],
      ['resourceURI', `${base}/Batch/Subscription/${subscription}`],
      ['authorizationURI', self],
    ]),
  )
}

/** The scopes that fit into the element, in order. */
function fitting(scope: string): string {
  let text = ''
  for (const one of scope.split(' ')) if (text.length + one.length < longText) text += text === '' ? one : ` ${one}`
  return text
}

export async function listAuthorizations(deps: Deps, caller: DataCaller, query: PageQuery): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const { facts } = subscription
  const feed = { self: `${facts.base}/Authorization`, title: 'Authorizations' }
  return recordedFile(deps, subscription, writePage(facts, feed, query, [authorizationEntry(subscription)]))
}

/** @throws NotFound for the authorization of another connection, as for one that does not exist. */
export async function readAuthorization(deps: Deps, caller: DataCaller, id: string): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, id)
  return recordedFile(deps, subscription, requireEntry(authorizationEntry(subscription)))
}

/**
 * Describes an app. The standard requires the client secret and the registration token; the portal keeps only their hashes, or
 * never had them, and leaves them empty. It serves no bulk requests: their address is that of the subscription.
 */
function applicationEntry(deps: Deps, { facts, scope }: Subscription, app: ConnectedApp): string {
  const { base, now } = facts
  const { PUBLIC_ORIGIN: origin } = deps.env
  const self = `${base}/ApplicationInformation/${app.clientId}`
  const screen = app.homeUrl ?? app.redirectUris[0] ?? origin
  const scopes = scope.split(' ').map((one): Child => ['scope', one])
  return entry(
    { links: linksOf(self, []), title: app.name, at: now },
    'ApplicationInformation',
    elements([
      ['dataCustodianId', new URL(origin).host.slice(0, shortText)],
      ['dataCustodianApplicationStatus', production],
      ['authorizationServerUri', origin],
      ['thirdPartyNotifyUri', app.notifyUri ?? ''],
      ['authorizationServerAuthorizationEndpoint', `${origin}${oauthRoutes.authorization}`],
      ['authorizationServerTokenEndpoint', `${origin}${oauthRoutes.token}`],
      ['dataCustodianBulkRequestURI', `${base}/Batch/Subscription/${facts.subscription}`],
      ['dataCustodianResourceEndpoint', base],
      ['thirdPartyScopeSelectionScreenURI', screen],
      ['client_secret', ''],
      ['client_name', app.name],
      ['client_uri', app.homeUrl],
      ...app.redirectUris.map((uri): Child => ['redirect_uri', uri]),
      ['client_id', app.clientId.slice(0, shortText)],
      ['software_id', app.clientId],
      ['software_version', ''],
      ['client_id_issued_at', toSeconds(app.createdAt)],
      ['client_secret_expires_at', app.expiresAt === null ? 0 : toSeconds(app.expiresAt)],
      ['token_endpoint_auth_method', 'client_secret_basic'],
      ...scopes,
      ['grant_types', 'authorization_code'],
      ['grant_types', 'refresh_token'],
      ['response_types', 'code'],
      ['registration_client_uri', self],
      ['registration_access_token', ''],
      ['dataCustodianScopeSelectionScreenURI', `${origin}${paths.connectApp()}`],
    ]),
  )
}

/**
 * Finds the app of a subscription. `undefined` for a member's own token, and for an app that ESPI cannot describe: its only
 * client authentication is `client_secret_basic`.
 */
async function findEspiApp(deps: Deps, { grant }: Subscription): Promise<ConnectedApp | undefined> {
  const app = grant.clientId === null ? undefined : await findApp(deps.db, grant.clientId)
  return app?.authMethod === 'client_secret_basic' ? app : undefined
}

export async function listApplications(deps: Deps, caller: DataCaller, query: PageQuery): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const { facts } = subscription
  const app = await findEspiApp(deps, subscription)
  const entries = app === undefined ? [] : [applicationEntry(deps, subscription, app)]
  const feed = { self: `${facts.base}/ApplicationInformation`, title: 'Applications' }
  return recordedFile(deps, subscription, writePage(facts, feed, query, entries))
}

/** @throws NotFound for another app, as for one that does not exist. */
export async function readApplication(deps: Deps, caller: DataCaller, id: string): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const app = await findEspiApp(deps, subscription)
  const text = app === undefined || app.clientId !== id ? undefined : applicationEntry(deps, subscription, app)
  return recordedFile(deps, subscription, requireEntry(text))
}

export async function readServiceStatus(deps: Deps, caller: DataCaller): Promise<FileAnswer> {
  const subscription = await loadSubscription(deps, caller, 'own')
  const { base, now } = subscription.facts
  const links = linksOf(`${base}/ReadServiceStatus`, [])
  const text = entry(
    { links, title: 'Service status', at: now },
    'ServiceStatus',
    elements([['currentStatus', operational]]),
  )
  return recordedFile(deps, subscription, requireEntry(text))
}

import type { AppRequest, ConnectionChoice } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { connectionMessage } from '@coopline/rules/usage/connected-apps/connected-apps.messages'
import { parseEspiScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import type Provider from 'oidc-provider'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type ConnectedApp, findApp } from './apps.store.ts'
import { acceptChoice, openConnection } from './connect.ts'
import { loadProvider, oauthRoutes, resourcesOf } from './create-provider.ts'
import { interactionCookie } from './oauth-cookies.ts'
import { deleteRecord } from './oauth-records.store.ts'

type Interaction = InstanceType<Provider['Interaction']>

interface Asked {
  readonly provider: Provider
  readonly interaction: Interaction
  readonly app: ConnectedApp
  readonly scope: string
}

/**
 * Finds an app's authorization request that waits for this member. Only the browser that started the request may continue it;
 * otherwise an attacker could start one, send its address to a member and receive the member's access.
 *
 * @throws NotFound, always the same, for any other request.
 */
async function findRequest(deps: Deps, { request }: Pick<MemberRequest, 'request'>, id: string): Promise<Asked> {
  const gone = new NotFound('There is no such app request', refusal(connectionMessage, 'request-gone'))
  if (request.cookie(interactionCookie(deps)) !== id) throw gone
  const provider = await loadProvider(deps)
  const interaction = await provider.Interaction.find(id)
  if (interaction === undefined || interaction.result !== undefined) throw gone
  const { client_id: clientId, scope } = interaction.params
  const app = typeof clientId === 'string' ? await findApp(deps.db, clientId) : undefined
  if (app === undefined || typeof scope !== 'string') throw gone
  return { provider, interaction, app, scope }
}

/** Loads the details of an app's request. @throws NotFound as `findRequest`. */
export async function loadAppRequest(deps: Deps, who: MemberRequest, id: string): Promise<AppRequest> {
  const { app, scope, interaction } = await findRequest(deps, who, id)
  const redirect = URL.parse(String(interaction.params['redirect_uri']))
  return {
    name: app.name,
    homeUrl: app.homeUrl,
    returnsTo: redirect?.host ?? '',
    isSelfRegistered: app.isSelfRegistered,
    scopes: [...parseEspiScopes(scope)],
  }
}

/**
 * Connects the app with the member's choices.
 *
 * @returns where the browser continues: the authorization server, which redirects to the app.
 * @throws Refused and NotOwned as `acceptChoice`, Conflict as `openConnection`,
 * NotFound as `findRequest`.
 */
export async function allowApp(
  deps: Deps,
  who: MemberRequest,
  id: string,
  choice: ConnectionChoice,
): Promise<{ readonly continueAt: string }> {
  const { provider, interaction, app, scope } = await findRequest(deps, who, id)
  const offered = parseEspiScopes(scope).map(({ text }) => text)
  const accepted = await acceptChoice(deps, who, choice, offered)
  const { loginId: accountId } = who.caller
  const grant = new provider.Grant({ accountId, clientId: app.clientId })
  for (const resource of resourcesOf(deps))
    grant.addResourceScope(resource, accepted.scopes.map(({ text }) => text).join(' '))
  const grantId = await grant.save()
  try {
    await inTransaction(deps.db, async (tx) =>
      openConnection(deps, tx, who, { ...accepted, grantId, clientId: app.clientId, tokenHash: null, name: app.name }),
    )
  } catch (error) {
    // Deletes the record alone: there is no connection to end, and where one transaction was refused, another would be
    // refused too.
    await deleteRecord(deps.db, 'Grant', sha256(grantId))
    throw error
  }
  return answer(interaction, { login: { accountId, remember: false }, consent: { grantId } })
}

/** Denies the request. The app gets `access_denied` and learns nothing about the member. @throws NotFound as `findRequest`. */
export async function declineApp(deps: Deps, who: MemberRequest, id: string): Promise<{ readonly continueAt: string }> {
  const { interaction } = await findRequest(deps, who, id)
  return answer(interaction, { error: 'access_denied', error_description: 'The member denied the request' })
}

async function answer(interaction: Interaction, result: NonNullable<Interaction['result']>) {
  interaction.result = result
  await interaction.save(5 * 60)
  return { continueAt: `${oauthRoutes.authorization}/${interaction.uid}` }
}

import type { Connection, ConnectionChoice } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { ownScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { acceptChoice, openConnection } from './connect.ts'
import { listOwnConnections } from './own-connections.ts'

/**
 * Creates an access token for the member's own scripts. The portal stores only its hash, so the member sees the token once.
 *
 * @throws Refused and NotOwned as `acceptChoice`, Conflict as `openConnection`.
 */
export async function makeToken(
  deps: Deps,
  who: MemberRequest,
  choice: ConnectionChoice & { readonly name: string },
): Promise<{ readonly connection: Connection; readonly token: string }> {
  const accepted = await acceptChoice(deps, who, choice, Object.values(ownScopes))
  const [grantId, token] = [randomText(deps.random, 18), randomText(deps.random, 32)]
  await inTransaction(deps.db, async (tx) =>
    openConnection(deps, tx, who, {
      ...accepted,
      grantId,
      clientId: null,
      tokenHash: sha256(token),
      name: choice.name.trim(),
    }),
  )
  const [connection] = (await listOwnConnections(deps, who.caller, grantId)).connections
  if (connection === undefined) throw new Error('The access token was not recorded')
  return { connection, token }
}

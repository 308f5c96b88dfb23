import { paths } from '@coopline/contract/paths'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, NotSignedIn } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { parseInput } from '../../../platform/http/parse-input.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { insertHandOff } from './hand-off.store.ts'
import { findLoginOfMember } from './logins.store.ts'

/**
 * Creates a one-time code with which a partner site sends a member to the portal. It can be exchanged once, within `handOffSeconds`.
 *
 * @throws BadInput for an invalid body; NotSignedIn for a repeated call; NotFound when the member has no login.
 */
export async function issueHandOff(
  deps: Deps,
  facts: RequestFacts,
): Promise<{ readonly token: string; readonly expiresInSeconds: number; readonly address: string }> {
  const { memberNumber } = parseInput(signIn.issueHandOff.body, parseJson(facts.rawBody))
  const login = await findLoginOfMember(deps.db, memberNumber)
  if (login === undefined || login.isDisabled) throw new NotFound('The member has no login')
  const now = deps.clock.now()
  const expiresInSeconds = deps.settings.current().handOffSeconds
  const token = randomText(deps.random, 32)
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000)
  await inTransaction(deps.db, async (tx) => {
    const eventId = facts.header('webhook-id') ?? ''
    if (!(await insertHandOff(tx, { tokenHash: sha256(token), eventId, memberNumber, expiresAt })))
      throw new NotSignedIn("A partner's call was repeated")
    await recordAudit(tx, {
      kind: 'hand-off.issued',
      at: now,
      memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
  })
  return {
    token,
    expiresInSeconds,
    address: deps.env.PUBLIC_ORIGIN + paths.externalRedirect({ token, member: memberNumber }),
  }
}

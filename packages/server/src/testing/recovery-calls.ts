import { randomUUID } from 'node:crypto'
import { credentialRecovery } from '@coopline/contract/credential-recovery/credential-recovery.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { sha256 } from '../platform/secrets/split-token.ts'
import type { ValidCall, CallSource } from './endpoint-fixture.ts'
import { seedLogin } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

const none: ValidCall = { params: {}, query: {}, body: undefined, headers: { applicationid: 'Web' } }

/** Valid calls of recovery; each link has a new login. */
export function recoveryCalls(portal: TestPortal): readonly (readonly [Endpoint, CallSource])[] {
  const password = 'gX7#pLq2vR'
  return [
    [credentialRecovery.forgotPassword, { ...none, body: { username: 'ada.lindqvist' } }],
    [
      credentialRecovery.forgotUsername,
      { ...none, body: { accountNumber: '100100101', email: 'ada.lindqvist@example.org' } },
    ],
    [credentialRecovery.validateLink, async () => ({ ...none, body: { otc: await openLink(portal) } })],
    [
      credentialRecovery.reset,
      async () => ({
        ...none,
        body: { membername: 'Forgetful', password, cnfpassword: password, otc: await openLink(portal) },
      }),
    ],
  ]
}

/** Creates a valid link of a new login, so that using it ends no other sessions. */
async function openLink(portal: TestPortal): Promise<string> {
  const [otc, owner] = [randomUUID(), randomUUID()]
  const loginId = await seedLogin(portal, { username: `forgetful.${owner}`, memberNumber: owner.slice(0, 13) })
  const now = portal.clock.now()
  await portal.db
    .insertInto('portal.reset_link')
    .values({
      token_hash: sha256(otc),
      login_id: loginId,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute()
  return otc
}

import { randomUUID } from 'node:crypto'
import { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Valid calls of recovery; each link has a new login. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  const password = 'gX7#pLq2vR'
  return [
    [credentialRecovery.forgotPassword, { ...visitor, body: { username: 'ada.lindqvist' } }],
    [
      credentialRecovery.forgotUsername,
      { ...visitor, body: { accountNumber: '100100101', email: 'ada.lindqvist@example.org' } },
    ],
    [credentialRecovery.validateLink, async () => ({ ...visitor, body: { otc: await openLink(portal) } })],
    [
      credentialRecovery.reset,
      async () => ({
        ...visitor,
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

export const storeCalls: StoreCalls = {
  'forgotten-login': { findMemberByAccountAndEmail: [given.account, 'a@b.test'] },
  'reset-links': {
    insertLink: [{ tokenHash: given.hash, loginId: given.login, now: given.now, expiresAt: given.now }],
    closeLinks: [given.login, given.now],
  },
}

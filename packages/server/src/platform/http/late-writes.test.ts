import { expect, it } from 'vitest'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)

/** Calls that insert nothing about a member. */
const harmless = [
  // They change or end the session, here one that the test does not delete.
  'signIn.renew',
  'signIn.stepUp',
  'signIn.signOut',
  // They change one row, which an erasure deletes.
  'passkeys.rename',
  'authenticatorApp.qrCode',
  'connectedApps.decline',
  // They read.
  'accountOverview.capitalCreditPdf',
  'bills.view',
  'bills.pdf',
  'delinquentHistory.pdf',
  'sharedAccess.bill',
  // It passes a message on and stores nothing.
  'webChat.exchangeAsMember',
]

class RolledBack extends Error {}

it('makes every call of a member that stores something wait for an erasure of the member', async () => {
  const unguarded: string[] = []
  for (const { endpoint, send } of fixtures) {
    if (endpoint.auth !== 'member' || endpoint.method === 'GET') continue
    let [isOver, hasWaited] = [false, false]
    let calling: ReturnType<typeof send> | undefined
    const erasing = portal.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('portal.session').execute()
      calling = send().finally(() => (isOver = true))
      await untilWaiting(portal.db, 1, () => isOver)
      hasWaited = !isOver
      throw new RolledBack()
    })
    await expect(erasing).rejects.toThrow(RolledBack)
    expect((await calling)?.statusCode, endpoint.id).toBe(200)
    if (!hasWaited) unguarded.push(endpoint.id)
  }
  expect(unguarded.toSorted()).toEqual(harmless.toSorted())
})

import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { expect, test } from 'vitest'
import { deliverMessages } from '../../../platform/messages/deliver-messages.job.ts'
import { forget, writeMails } from '../../../testing/forgetting.ts'
import { notifiedAda } from '../../../testing/notified.ts'
import { askForCode, chosenContact, seedApplicant } from '../../../testing/registering.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { seedInvitation, seedNora } from '../shared-access/shared-access.fixtures.ts'

const portal = useTestPortal({ settings: { registrationCodeMinutes: 10, resetLinkMinutes: 30 } })

/** Counts the messages that are sent when the mail and text services recover this many minutes after the request. */
async function sentAfter(minutes: number): Promise<number> {
  portal.clock.advance(minutes * 60)
  let sent = 0
  const send = async () => void (sent += 1)
  await deliverMessages(portal.deps, { email: send, text: send })
  return sent
}

const requests: Readonly<Record<string, { readonly request: () => Promise<unknown>; readonly minutes: number }>> = {
  'a code to register': {
    request: async () => {
      await seedApplicant(portal)
      await askForCode(portal, await chosenContact(portal))
    },
    minutes: 10,
  },
  'a code to confirm a telephone number': {
    request: async () => {
      const ada = await notifiedAda(portal)
      const { memberNumber } = ada
      const body = { channel: 'text', value: '7155550188' }
      await portal.call(notifications.addContact, { ...ada, params: { memberNumber }, body })
    },
    minutes: 10,
  },
  'a code to open an invitation': {
    request: async () => {
      portal.set({ sharedAccess: true })
      await seedNora(portal)
      const { token } = await seedInvitation(portal)
      await portal.call(sharedAccess.sendCode, { body: { token } })
    },
    minutes: 10,
  },
  'a link to set a password': {
    request: async () => {
      await notifiedAda(portal)
      await forget(portal)
      await writeMails(portal)
    },
    minutes: 30,
  },
}

test.each(Object.entries(requests))('%s is sent while it works, and not afterwards', async (_name, of) => {
  await of.request()
  // The notice about an added number does not expire.
  await portal.db.deleteFrom('outbox.message').where('body_text', 'not like', 'sealed:%').execute()
  const waiting = await portal.db.selectFrom('outbox.message').selectAll().execute()
  expect(waiting).toHaveLength(1)
  expect(await sentAfter(of.minutes)).toBe(0)
  portal.clock.advance(-60)
  const again = waiting.map(({ id: _id, ...message }) => message)
  await portal.db.insertInto('outbox.message').values(again).execute()
  expect(await sentAfter(0)).toBe(1)
})

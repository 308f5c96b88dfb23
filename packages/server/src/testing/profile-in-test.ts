import { accountProfile, type Profile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { updateOf } from '../features/accounts/account-profile/account-profile.fixtures.ts'
import { seedAccount } from './seed-account.ts'
import { adaSignedIn } from './seed-login.ts'
import { seedProfile } from './seed-profile.ts'
import type { TestPortal } from './test-portal.ts'

export const [electric, water] = ['100100101', '100100102'] as const

/** Ada, signed in, with the profile of her electric account, all of which she may change at once. */
export async function openProfile(portal: TestPortal) {
  const ada = await adaSignedIn(portal)
  await seedProfile(portal.db)
  portal.set({
    ALLOW_NAME_UPDATE: true,
    ALLOW_ADDRESS_UPDATE: true,
    ALLOW_PHONE_UPDATE: true,
    ALLOW_PROFILE_DB_UPDATE: true,
  })
  const ask = (account: string = electric) => ({ ...ada, params: { memberNumber: '10001', accountNumber: account } })
  const load = async (account?: string): Promise<Profile> =>
    (await portal.call(accountProfile.load, ask(account))).json<Profile>()
  const send = async (body: unknown, account?: string) => portal.call(accountProfile.update, { ...ask(account), body })
  return {
    ada,
    ask,
    load,
    send,
    /** Saves what the profile shows now with something different. */
    save: async (different: Readonly<Record<string, unknown>>) => send(updateOf(await load(), different)),
    events: async () =>
      portal.db
        .selectFrom('outbox.event')
        .select(['account_number', 'kind', 'body'])
        .where('kind', 'like', 'profile.%')
        .orderBy('id')
        .execute(),
    /** Lists the kind and the account of each audit entry about a profile. */
    audits: async () => {
      const rows = portal.db.selectFrom('portal.audit').select(['kind', 'account_number']).orderBy('id')
      const kept = await rows.where('kind', 'like', 'account-profile.%').execute()
      return kept.map((row) => [row.kind, row.account_number])
    },
  }
}

/** A second account of Ada's: water, at the same address and with the same phone unless said otherwise. */
export async function seedWater(portal: TestPortal, profile: Parameters<typeof seedProfile>[1] = {}): Promise<void> {
  await seedAccount(portal.db, anAccount(water).secondary('Water'))
  await seedProfile(portal.db, { ...profile, account_number: water })
}

/** Ada's phone as a save sends it, with another number. */
export const changedCell = (profile: Profile, different: object = {}) => [
  { ...updateOf(profile).contactPhones[0], phoneNumber: '7155550199', ...different },
]

export const messagesOf = (response: LightMyRequestResponse) =>
  response.json<ProblemBody>().errors.map(({ field, message }) => [field, message])

import { type DraftAccount, drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { anAccount } from '@coopline/testing/builders/account'
import { bankDraft, draftingSettings, newItem, testBank } from '../features/paying/drafts/drafts.fixtures.ts'
import { seedAccount } from './seed-account.ts'
import { adaSignedIn } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

export const [electric, water] = ['100100101', '100100102'] as const

const params = { memberNumber: '10001' }

/** The draft that `fileDraft` and `bankDraft` set up, as the list shows it. */
export const displayedDraft = {
  draftAccountType: 'Checking',
  draftAccountNumberMasked: '****0552',
  financialInstitutionName: 'Cedar Valley Bank',
  draftType: 'DAY_OF_MONTH',
  draftDay: 15,
  convenienceFee: null,
}

/** Ada, signed in, with an electric and a water account, where drafts of both kinds are offered. */
export async function openDrafts(portal: TestPortal) {
  portal.set(draftingSettings)
  const ada = await adaSignedIn(portal)
  await seedAccount(portal.db, anAccount(water).secondary('Water'))
  await portal.db.insertInto('portal.financial_institution').values(testBank).execute()
  const own = { ...ada, params }
  const send = async (body: unknown, headers?: Readonly<Record<string, string>>) =>
    portal.call(drafts.update, { ...own, body, ...(headers && { headers }) })
  const saidTo = async (body: unknown) => {
    const refused = await send(body)
    if (refused.statusCode !== 400) throw new Error(`Not refused: ${refused.statusCode}`)
    return refused.json<ProblemBody>().errors.map(({ message }) => message)
  }
  return {
    own,
    send,
    list: async () => (await portal.call(drafts.list, own)).json<{ results: readonly DraftAccount[] }>().results,
    banksOf: async (routingNumber: string) =>
      (await portal.call(drafts.institutions, { ...own, query: { routingNumber } })).json<unknown>(),
    /** The sentences of a refusal. */
    saidTo,
    saidToItem: async (changes: Parameters<typeof newItem>[0]) =>
      saidTo(bankDraft({ draftAccounts: [newItem(changes)] })),
    /** A draft of the electric account in the cooperative's copy. */
    fileDraft: async (changes: object = {}) =>
      portal.db
        .insertInto('cis.draft')
        .values({
          account_number: electric,
          draft_type: 'DAY_OF_MONTH',
          draft_day: 15,
          account_kind: 'Checking',
          account_ending: '0552',
          institution: 'Cedar Valley Bank',
          ...changes,
        })
        .execute(),
    stored: async () => portal.db.selectFrom('portal.draft').selectAll().orderBy('account_number').execute(),
  }
}

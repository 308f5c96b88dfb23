import { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { documentHandle } from '../features/account-overview/public.ts'
import { findLoginOfMember } from '../features/sign-in/public.ts'
import type { Key, Keys } from './open-doors.ts'
import { seedBill } from './seed-bill.ts'
import { asMember, keepSession } from './sign-in-keys.ts'
import type { TestPortal } from './test-portal.ts'

/** Calls of the account overview that are answered: Ada's account has a bill, a capital-credit document and MyMeter. */
export async function accountOverviewKeys(portal: TestPortal): Promise<readonly (readonly [Endpoint, Keys])[]> {
  portal.set({ myMeterUrl: 'https://mymeter.example.org/' })
  const [memberNumber, accountNumber] = ['10001', '100100101']
  const bill = await seedBill(portal.db, { account_number: accountNumber })
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, capital_credit_document: 'credits.pdf' })
    .execute()
  const login = await findLoginOfMember(portal.db, memberNumber)
  if (login === undefined) throw new Error('Ada has no login')
  const sessionOf = keepSession(portal, login.loginId)
  const own = async (): Promise<Key> => asMember(await sessionOf())
  const ofAccount = async (): Promise<Key> => {
    const key = await own()
    return { ...key, params: { ...key.params, accountNumber } }
  }
  const named = { memberNumber, accountNumber }
  const billHandle = async () => documentHandle(portal.deps, { ...named, kind: 'bill', billDate: bill.bill_date })
  return [
    [accountOverview.info, ofAccount],
    [accountOverview.payments, ofAccount],
    [accountOverview.bills, ofAccount],
    [accountOverview.linked, ofAccount],
    [accountOverview.myMeter, ofAccount],
    [accountOverview.bill, async () => ({ ...(await own()), body: { billViewUrl: await billHandle() } })],
    [
      accountOverview.billPdf,
      async () => ({
        ...(await own()),
        body: { billViewUrl: await billHandle(), timeTick: '638993664000000000', statementStartDate: null },
      }),
    ],
    [
      accountOverview.capitalCreditPdf,
      async () => ({
        ...(await own()),
        body: {
          viewccPdfUrl: documentHandle(portal.deps, { ...named, kind: 'capital-credit' }),
          timeTick: '638993664000000000',
        },
      }),
    ],
  ]
}

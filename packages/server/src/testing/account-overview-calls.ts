import { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import { delinquentHistory } from '@coopline/contract/delinquent-history/delinquent-history.contract'
import { deposits } from '@coopline/contract/deposits/deposits.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { documentHandle } from '../features/account-overview/public.ts'
import { findLoginOfMember } from '../features/sign-in/public.ts'
import type { ValidCall, CallSource } from './endpoint-fixture.ts'
import { seedBill } from './seed-bill.ts'
import { asMember, keepSession } from './sign-in-calls.ts'
import type { TestPortal } from './test-portal.ts'

const timeTick = '638993664000000000'

/** Calls about an account that are answered: Ada's account has a late bill, a capital-credit document and MyMeter. */
export async function accountOverviewCalls(portal: TestPortal): Promise<readonly (readonly [Endpoint, CallSource])[]> {
  portal.set({ myMeterUrl: 'https://mymeter.example.org/' })
  const [memberNumber, accountNumber] = ['10001', '100100101']
  const bill = await seedDocuments(portal, accountNumber)
  const login = await findLoginOfMember(portal.db, memberNumber)
  if (login === undefined) throw new Error('Ada has no login')
  const sessionOf = keepSession(portal, login.loginId)
  const own = async (): Promise<ValidCall> => asMember(await sessionOf())
  const ofAccount = async (): Promise<ValidCall> => {
    const call = await own()
    return { ...call, params: { ...call.params, accountNumber } }
  }
  const named = { memberNumber, accountNumber }
  const billHandle = async () => documentHandle(portal.deps, { ...named, kind: 'bill', billDate: bill.bill_date })
  const lateHandle = () => documentHandle(portal.deps, { ...named, kind: 'delinquent', billDate: bill.bill_date })
  return [
    [accountOverview.info, ofAccount],
    [accountOverview.payments, ofAccount],
    [accountOverview.bills, ofAccount],
    [accountOverview.linked, ofAccount],
    [accountOverview.myMeter, ofAccount],
    [deposits.list, ofAccount],
    [delinquentHistory.list, ofAccount],
    [
      delinquentHistory.pdf,
      async () => ({
        ...(await own()),
        body: { delinquentViewUrl: lateHandle(), timeTick, delinquentProcessedDate: bill.due_date },
      }),
    ],
    [accountOverview.bill, async () => ({ ...(await own()), body: { billViewUrl: await billHandle() } })],
    [
      accountOverview.billPdf,
      async () => ({
        ...(await own()),
        body: { billViewUrl: await billHandle(), timeTick, statementStartDate: null },
      }),
    ],
    [
      accountOverview.capitalCreditPdf,
      async () => ({
        ...(await own()),
        body: {
          viewccPdfUrl: documentHandle(portal.deps, { ...named, kind: 'capital-credit' }),
          timeTick,
        },
      }),
    ],
  ]
}

/** A bill that was not paid in time, and a document of capital credits. */
async function seedDocuments({ db }: TestPortal, accountNumber: string) {
  const bill = await seedBill(db, { account_number: accountNumber })
  await db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, capital_credit_document: 'credits.pdf' })
    .execute()
  await db
    .insertInto('cis.delinquent')
    .values({
      account_number: accountNumber,
      bill_date: bill.bill_date,
      past_due: bill.amount,
      processed_on: bill.due_date,
    })
    .execute()
  return bill
}

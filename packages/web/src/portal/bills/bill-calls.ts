import type { bills, BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { dotNetTicks } from '@coopline/rules/kernel/dot-net-ticks'
import { CallFailed } from '../call/call-failed.ts'
import { type DocumentFile, documentFromBase64 } from '../document-viewer/document-file.ts'
import { memberCall } from '../call/member-call.ts'

export type { BillDetail, BillRow } from '@coopline/contract/accounts/bills/bills.contract'

export const billsLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/bills' satisfies (typeof bills)['list']['call']
export const billLine = 'POST /v3/members/{memberNumber}/bills/view' satisfies (typeof bills)['view']['call']
const billPdfLine = 'POST /v3/members/{memberNumber}/bills/pdf' satisfies (typeof bills)['pdf']['call']

/** A bill of an account. Its handle is from a row of the history and is valid for 15 minutes. */
export interface NamedBill {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly bill: Pick<BillRow, 'billDate' | 'billViewUrl' | 'statementStartDate'>
}

/** Builds the input of the call for the bill of a day; for the newest bill when `date` is `null`. */
export const oneBill = (memberNumber: string, accountNumber: string, date: CalendarDate | null) => ({
  params: { memberNumber, accountNumber },
  query: date === null ? { pageSize: '1' } : { from: date, to: date, pageSize: '1' },
})

/** Loads a bill as PDF (AC-09). Renews an expired handle once. @throws CallFailed when there is none. */
export async function loadBillDocument({ memberNumber, accountNumber, bill }: NamedBill): Promise<DocumentFile> {
  try {
    return await documentOf(memberNumber, bill)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) throw error
    const { results } = await memberCall(billsLine, oneBill(memberNumber, accountNumber, bill.billDate))
    const fresh = results[0]
    if (fresh === undefined || fresh.billViewUrl === '') throw error
    return documentOf(memberNumber, fresh)
  }
}

async function documentOf(memberNumber: string, bill: NamedBill['bill']): Promise<DocumentFile> {
  const { billViewUrl, statementStartDate } = bill
  const answer = await memberCall(billPdfLine, {
    params: { memberNumber },
    body: { billViewUrl, statementStartDate, timeTick: dotNetTicks(new Date()) },
  })
  return documentFromBase64(answer.fileName, answer.billViewUrlFileBytes)
}

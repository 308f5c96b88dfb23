import { dotNetTicks } from '@coopline/rules/kernel/dot-net-ticks'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { type DocumentFile, documentFromBase64 } from '../../../portal/document-viewer/document-file.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { lines } from './overview-settings.ts'
import type { BillRow } from './use-overview.ts'

/**
 * Loads a bill as PDF. The handle of a bill is valid for 15 minutes: after a failure the bills are reloaded and the call is
 * retried once.
 *
 * @param reload reloads the bills of the account.
 * @throws CallFailed when there is no such document; else as `memberCall`.
 */
export async function loadBillDocument(
  memberNumber: string,
  bill: BillRow,
  reload: () => Promise<readonly BillRow[]>,
): Promise<DocumentFile> {
  try {
    return await fetchBill(memberNumber, bill)
  } catch (error) {
    if (!isNotFound(error)) throw error
    const fresh = (await reload()).find(({ billDate }) => billDate === bill.billDate)
    if (fresh === undefined || fresh.billViewUrl === '') throw error
    return fetchBill(memberNumber, fresh)
  }
}

async function fetchBill(memberNumber: string, bill: BillRow): Promise<DocumentFile> {
  const { billViewUrl, statementStartDate } = bill
  const answer = await memberCall(lines.billPdf, {
    params: { memberNumber },
    body: { billViewUrl, statementStartDate, timeTick: dotNetTicks(new Date()) },
  })
  return documentFromBase64(answer.fileName, answer.billViewUrlFileBytes)
}

const isNotFound = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

import type { AnswerOf } from '@coopline/contract/endpoint'
import type { bills } from '@coopline/contract/accounts/bills/bills.contract'
import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { billBytes } from './bill-bytes.ts'
import { billOf } from './load-bill.ts'

type PdfDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'env' | 'settings' | 'log' | 'heavyWork'>

/**
 * Loads a bill as PDF: the cooperative's file, or a drawing of the figures when there is no file.
 *
 * @throws NotFound with the documented sentence when the handle opens no bill of this member, or its file is not there.
 */
export async function loadBillPdf(
  deps: PdfDeps,
  memberRequest: MemberRequest,
  handle: string,
): Promise<AnswerOf<typeof bills.pdf>> {
  const bill = await billOf(deps, memberRequest, handle, 'bill-file-missing')
  const { language } = memberRequest.request
  const bytes = await billBytes(deps, bill, language)
  if (bytes === undefined)
    throw new NotFound('The file of a bill is missing', refusal(accountOverviewMessage, 'bill-file-missing'))
  const { accountNumber, billDate } = bill.detail
  return { fileName: `bill-${accountNumber}-${billDate}.pdf`, billViewUrlFileBytes: bytes.toString('base64') }
}

import type { AnswerOf } from '@coopline/contract/endpoint'
import type { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import { accountOverviewMessage } from '@coopline/rules/account-overview/account-overview.messages'
import type { Deps } from '../../platform/deps.ts'
import { readDocument } from '../../platform/documents/read-document.ts'
import { NotFound } from '../../platform/errors.ts'
import { drawBill } from './bill-pdf/draw-bill.ts'
import type { Bill } from './bill.store.ts'
import { billOf } from './load-bill.ts'
import type { Asked } from './refuse-foreign-account.ts'

type PdfDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'env' | 'settings' | 'log'>

/**
 * A bill as PDF: the cooperative's own file where there is one, else one drawn with the figures of the bill.
 *
 * @throws NotFound with the documented sentence when the handle opens no bill of this member, or its file is not there.
 */
export async function loadBillPdf(
  deps: PdfDeps,
  asked: Asked,
  handle: string,
): Promise<AnswerOf<typeof accountOverview.billPdf>> {
  const bill = await billOf(deps, asked, handle, 'bill-file-missing')
  const bytes = await bytesOf(deps, asked, bill)
  const { accountNumber, billDate } = bill.detail
  return { fileName: `bill-${accountNumber}-${billDate}.pdf`, billViewUrlFileBytes: bytes.toString('base64') }
}

async function bytesOf(deps: PdfDeps, { request }: Asked, bill: Bill): Promise<Buffer> {
  if (bill.document === '') {
    const { coopName, phoneNumber } = deps.settings.current()
    const from = { name: coopName, phone: phoneNumber }
    return drawBill(bill.detail, { from, language: request.language, drawnAt: deps.clock.now() })
  }
  const file = await readDocument(deps, bill.document)
  if (file !== undefined) return file
  throw new NotFound('The file of a bill is missing', accountOverviewMessage('bill-file-missing', request.language))
}

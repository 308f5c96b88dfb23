import type { delinquentHistory } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { delinquentDocument } from '@coopline/rules/accounts/delinquent-history/delinquent-document'
import { delinquentMessage } from '@coopline/rules/accounts/delinquent-history/delinquent-history.messages'
import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Deps } from '../../../platform/deps.ts'
import { readDocument } from '../../../platform/documents/read-document.ts'
import { NotFound } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { openDocumentHandle } from '../../../platform/documents/document-handle.ts'
import { billPdf } from '../bills/public.ts'
import { findDelinquentDocument } from './delinquent-history.store.ts'

type PdfDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'env' | 'settings' | 'log' | 'heavyWork'>

/**
 * Loads the document that the cooperative sent about a bill that was not paid in time, as PDF; the bill itself when it sent none.
 *
 * @throws NotFound with the documented sentence when the handle opens none of this member's, or the file is not there.
 */
export async function loadDelinquentPdf(
  deps: PdfDeps,
  { caller, request }: MemberRequest,
  handle: string,
): Promise<AnswerOf<typeof delinquentHistory.pdf>> {
  const sentence = refusal(delinquentMessage, 'file-missing')
  const { memberNumber } = caller
  const named = openDocumentHandle(deps, handle, { memberNumber, refusal: sentence })
  const billDate = named?.kind === 'delinquent' ? parseCalendarDate(named.billDate) : null
  if (named?.kind !== 'delinquent' || billDate === null)
    throw new NotFound('The handle opens no delinquent document', sentence)
  const { accountNumber } = named
  const bytes = await bytesOf(deps, { caller, request }, { accountNumber, billDate })
  if (bytes === undefined) throw new NotFound('The delinquent document is missing', sentence)
  return {
    fileName: `delinquent-${accountNumber}-${billDate}.pdf`,
    delinquentViewUrlFileBytes: bytes.toString('base64'),
  }
}

async function bytesOf(
  deps: PdfDeps,
  { caller: { memberNumber }, request }: MemberRequest,
  late: { readonly accountNumber: string; readonly billDate: CalendarDate },
): Promise<Buffer | undefined> {
  const document = await findDelinquentDocument(deps.db, memberNumber, late)
  if (document === undefined) return undefined
  if (document === '') return billPdf(deps, { memberNumber, ...late }, request.language)
  const name = delinquentDocument(document, deps.settings.current().delinquentViewUrl)
  return name === null ? undefined : readDocument(deps, name)
}

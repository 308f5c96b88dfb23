import type { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { accountOverviewMessage } from '@coopline/rules/account-overview/account-overview.messages'
import type { Deps } from '../../platform/deps.ts'
import { readDocument } from '../../platform/documents/read-document.ts'
import { NotFound, NotOwned } from '../../platform/errors.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { findCapitalCreditDocument } from './capital-credit.store.ts'
import { openDocumentHandle } from '../../platform/documents/document-handle.ts'

/**
 * The cooperative's document on a member's capital credits.
 *
 * @throws NotFound with the documented sentence when the handle opens none of this member, or the file is not there.
 */
export async function loadCapitalCreditPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'env' | 'log'>,
  { caller, request }: MemberRequest,
  handle: string,
): Promise<AnswerOf<typeof accountOverview.capitalCreditPdf>> {
  const sentence = accountOverviewMessage('capital-credit-file-missing', request.language)
  const named = openDocumentHandle(deps, handle)
  if (named !== null && named.memberNumber !== caller.memberNumber)
    throw new NotOwned('A handle of another member', { accountNumber: named.accountNumber, memberMessage: sentence })
  if (named?.kind !== 'capital-credit') throw new NotFound('The handle opens no capital-credit document', sentence)
  const document = await findCapitalCreditDocument(deps.db, caller.memberNumber, named.accountNumber)
  const file = document === undefined ? undefined : await readDocument(deps, document)
  if (file === undefined) throw new NotFound('The capital-credit document is missing', sentence)
  return { fileName: `capital-credits-${named.accountNumber}.pdf`, ccViewUrlFileBytes: file.toString('base64') }
}

import type { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import type { Deps } from '../../../platform/deps.ts'
import { readDocument } from '../../../platform/documents/read-document.ts'
import { NotFound } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { findEntryDocument } from '../capital-credits/public.ts'
import { findCapitalCreditDocument } from './capital-credit.store.ts'
import { type NamedDocument, openDocumentHandle } from '../../../platform/documents/document-handle.ts'

/**
 * Loads the cooperative's document on a member's capital credits: that of an account, or the notice of a year.
 *
 * @throws NotFound with the documented sentence when the handle opens none of this member, or the file is not there.
 */
export async function loadCapitalCreditPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'env' | 'log'>,
  { caller }: Pick<MemberRequest, 'caller'>,
  handle: string,
): Promise<AnswerOf<typeof accountOverview.capitalCreditPdf>> {
  const sentence = refusal(accountOverviewMessage, 'capital-credit-file-missing')
  const { memberNumber } = caller
  const named = openDocumentHandle(deps, handle, { memberNumber, refusal: sentence })
  const found = named === null ? undefined : await findNamed(deps, named)
  const file = found === undefined ? undefined : await readDocument(deps, found.document)
  if (found === undefined || file === undefined) throw new NotFound('The capital-credit document is missing', sentence)
  return { fileName: `capital-credits-${found.name}.pdf`, ccViewUrlFileBytes: file.toString('base64') }
}

/** Finds the file of a handle and the name of the download; `undefined` for an invalid handle and for other documents. */
async function findNamed(
  { db }: Pick<Deps, 'db'>,
  named: NamedDocument,
): Promise<{ readonly document: string; readonly name: string } | undefined> {
  const { memberNumber } = named
  if (named.kind === 'capital-credit-entry') {
    const entry = await findEntryDocument(db, memberNumber, named.entryId)
    return entry && { document: entry.document, name: String(entry.year) }
  }
  if (named.kind !== 'capital-credit') return undefined
  const document = await findCapitalCreditDocument(db, memberNumber, named.accountNumber)
  return document === undefined ? undefined : { document, name: named.accountNumber }
}

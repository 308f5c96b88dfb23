import type { MemberDocument } from '@coopline/contract/accounts/member-documents/member-documents.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { documentLink } from './document-link.ts'
import { listMemberDocuments } from './member-documents.store.ts'

/** Lists the documents with their URLs and their titles in the member's language (DU-20). */
export async function listDocuments(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { request }: Pick<MemberRequest, 'request'>,
): Promise<{ readonly results: MemberDocument[] }> {
  const found = await listMemberDocuments(deps.db)
  return {
    results: found.map(({ id, title, spanishTitle, url }) => ({
      url: url === '' ? documentLink(deps, id) : url,
      friendlyDescription: request.language === 'es' && spanishTitle !== '' ? spanishTitle : title,
    })),
  }
}

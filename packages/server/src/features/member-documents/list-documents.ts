import type { MemberDocument } from '@coopline/contract/member-documents/member-documents.contract'
import { paths } from '@coopline/contract/paths'
import type { Deps } from '../../platform/deps.ts'
import { documentHandle } from '../../platform/documents/document-handle.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { listMemberDocuments } from './member-documents.store.ts'

/** Longer than a member leaves the page open. What it opens is the same for every member. */
const linkLifetimeMs = 12 * 3_600_000

/** The documents with their addresses and the names that the member reads (DU-20). */
export async function listDocuments(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { caller: { memberNumber }, request }: MemberRequest,
): Promise<{ readonly results: MemberDocument[] }> {
  const found = await listMemberDocuments(deps.db)
  return {
    results: found.map(({ id, title, spanishTitle, url }) => ({
      url:
        url === ''
          ? paths.memberInfoDoc(documentHandle(deps, { kind: 'member-document', memberNumber, id }, linkLifetimeMs))
          : url,
      friendlyDescription: request.language === 'es' && spanishTitle !== '' ? spanishTitle : title,
    })),
  }
}

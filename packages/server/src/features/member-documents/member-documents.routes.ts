import { memberDocuments } from '@coopline/contract/member-documents/member-documents.contract'
import type { Feature } from '../../platform/http/call.ts'
import { listDocuments } from './list-documents.ts'
import { mountDocument } from './mount-document.ts'

/** Documents of the cooperative for every member: bylaws, rates, forms. */
export const memberDocumentsFeature: Feature = {
  routes: (routes) => {
    routes.onMember(memberDocuments.list, async (call) => listDocuments(call.deps, call), {
      isOffered: ({ memberInfoLinkAvailable }) => memberInfoLinkAvailable,
    })
  },
  pages: mountDocument,
}

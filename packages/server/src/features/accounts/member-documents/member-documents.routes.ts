import { memberDocuments } from '@coopline/contract/accounts/member-documents/member-documents.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listDocuments } from './list-documents.ts'
import { mountDocument } from './mount-document.ts'

/** The cooperative's documents for members, such as bylaws, rates and forms. */
export const memberDocumentsFeature: Feature = {
  routes: (routes) => {
    routes.on(memberDocuments.list, async (call) => listDocuments(call.deps, call), {
      isOffered: ({ memberInfoLinkAvailable }) => memberInfoLinkAvailable,
    })
  },
  pages: mountDocument,
}

import { memberDocuments } from '@coopline/contract/accounts/member-documents/member-documents.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set({ memberInfoLinkAvailable: true })
  return [[memberDocuments.list, own]]
}

export const storeCalls: StoreCalls = {
  'member-documents': {
    insertMemberDocument: [{ title: 'T', spanishTitle: '', fileName: 'a.pdf', url: '' }, given.now],
    findMemberDocumentFile: [1],
    deleteMemberDocument: [0],
  },
}

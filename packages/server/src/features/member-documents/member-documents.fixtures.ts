import { memberDocuments } from '@coopline/contract/member-documents/member-documents.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set({ memberInfoLinkAvailable: true })
  return [[memberDocuments.list, own]]
}

import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows. */
export const memberDocumentsData: FeatureData = {
  notPersonalData: {
    'portal.member_document': 'The cooperative’s documents',
  },
}

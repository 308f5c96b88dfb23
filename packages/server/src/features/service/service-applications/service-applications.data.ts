import type { FeatureData } from '../../../platform/feature-data.ts'

/** Says how long rows of the slice stay. */
export const serviceApplicationsData: FeatureData = {
  retention: [
    {
      table: 'portal.service_application',
      column: 'expires_at',
      days: 0,
      leastDays: 0,
      what: 'Applications for service with an expired link: 7 days after a draft was saved, 400 after submission',
    },
    {
      table: 'portal.service_application_document',
      column: 'submitted_at',
      days: 90,
      leastDays: 1,
      what: 'Documents of submitted applications; staff save those that the office keeps. Documents of a draft are deleted with it',
    },
  ],
}

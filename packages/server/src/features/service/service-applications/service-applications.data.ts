import type { FeatureData } from '../../../platform/feature-data.ts'

/**
 * States for the tables of the slice how long rows stay, what an export and an erasure of a member do with them, and
 * which secrets they hold.
 */
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
  secrets: [
    {
      name: 'saved applications for service',
      table: 'portal.service_application',
      id: ['reference_number'],
      column: 'draft',
      where: [{ column: 'draft', is: 'set' }],
      stored: { as: 'sealed', purpose: 'service-application', ownerOf: ([id]) => String(id) },
    },
    {
      name: 'documents of applications for service',
      table: 'portal.service_application_document',
      id: ['reference_number', 'document_id'],
      column: 'sealed_key',
      stored: { as: 'sealed', purpose: 'upload', ownerOf: (id) => `service-application:${id.map(String).join(':')}` },
    },
    {
      name: 'names of documents of applications for service',
      table: 'portal.service_application_document',
      id: ['reference_number', 'document_id'],
      column: 'sealed_name',
      stored: {
        as: 'sealed',
        purpose: 'service-application',
        ownerOf: (id) => `service-application:${id.map(String).join(':')}`,
      },
    },
  ],
  notPersonalData: {
    'cis.service_application': 'Applicants are not members, and their rows name none',
    'portal.service_application': 'Applicants are not members, and their rows name none',
    'portal.service_application_document': 'Applicants are not members, and their rows name none',
  },
}

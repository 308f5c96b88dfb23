import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import { wireInstant } from '../../wire.ts'
import { application, document } from './service-applications.contract.ts'

const source = 'addition: REQ-D-391'
const referenceNumber = z.string().regex(/^A-[A-Z0-9]{4}-[A-Z0-9]{4}(?![\s\S])/u)

const listed = z.strictObject({
  referenceNumber,
  submittedAt: wireInstant,
  /** First and last name. */
  name: z.string(),
  /** The description of the account type in the language of the call; empty when the application has none. */
  accountType: z.string(),
  /** The number of documents that the portal still stores. */
  documents: z.int(),
})

const viewed = listed.extend({
  /** As submitted. */
  application,
  /** The language of the applicant. */
  language: z.enum(['en', 'es']),
  /** In the cooperative's words; empty until the cooperative reports one. */
  status: z.string(),
  /** Oldest first. Empty once they are deleted, 90 days after submission or earlier. */
  documents: z.array(document),
})

export const staffApplications = {
  list: endpoint('staffApplications.list', 'GET /v3/staff/applications', {
    auth: 'staff',
    roles: staffRights.applications,
    summary: 'List submitted applications for service, newest first',
    source,
    query: z.strictObject({
      /** `next` of the page before. */
      after: z
        .string()
        .regex(/^[1-9][0-9]{0,14}(?![\s\S])/u)
        .optional(),
    }),
    answer: z.strictObject({
      applications: z.array(listed),
      /** The position after which the next page begins; `null` on the last page. */
      next: z.string().nullable(),
    }),
    errors: [401, 403],
  }),
  view: endpoint('staffApplications.view', 'GET /v3/staff/applications/{referenceNumber}', {
    auth: 'staff',
    roles: staffRights.applications,
    summary: 'Get a submitted application for service; each view is recorded',
    source,
    params: z.strictObject({ referenceNumber }),
    answer: viewed,
    errors: [401, 403, 404],
  }),
  download: endpoint(
    'staffApplications.download',
    'GET /v3/staff/applications/{referenceNumber}/documents/{documentId}',
    {
      auth: 'staff',
      roles: staffRights.applications,
      summary: 'Download a document of a submitted application; each download is recorded',
      source,
      params: z.strictObject({ referenceNumber, documentId: z.string().regex(/^[A-Za-z0-9_-]{22}(?![\s\S])/u) }),
      // Not the type of the document: no browser may show what strangers sent on this origin.
      media: 'application/octet-stream',
      answer: fileAnswer,
      errors: [401, 403, 404],
    },
  ),
}

export type ListedApplication = z.output<typeof listed>
export type ViewedApplication = z.output<typeof viewed>

import { documentTypes, maxDocumentBytes } from '@coopline/rules/service/service-applications/check-document'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireDate, wireInstant, wireOpaque } from '../../wire.ts'

/** A text field. The rules check its exact length. */
const line = z.string().max(100)

/** An application that may be incomplete. The address is the service address. */
export const application = z.strictObject({
  accountType: z.string().max(40),
  firstName: line,
  lastName: line,
  businessName: line,
  phone: z.string().max(24),
  email: line,
  contactPref: line,
  streetNumber: line,
  streetName: line,
  streetType: line,
  unit: line,
  city: line,
  state: line,
  zip: line,
  /** yyyy-MM-dd, or empty. */
  startDate: z.string().max(10),
  comments: z.string().max(2_000),
})

/** A document of an application. Its content goes to the cooperative's staff only. */
export const document = z.strictObject({
  id: z.string(),
  /** A safe form of the name that the applicant's file has, with the ending of its real type. */
  name: z.string(),
  mediaType: z.enum(documentTypes),
  /** As kept, in bytes. */
  bytes: z.int().min(1),
})

/** The documents of a draft, oldest first, after a change that keeps the draft for seven more days. */
const changed = z.strictObject({ documents: z.array(document), expiresAt: wireInstant })

/** Characters of Base64 for the largest document. */
const maxDocumentText = Math.ceil(maxDocumentBytes / 3) * 4

const named = z.strictObject({ token: wireOpaque })

const submitted = z.strictObject({
  referenceNumber: z.string(),
  submittedOn: wireDate,
  /** The description of the account type; empty when the application has none. */
  accountType: z.string(),
  /** Application status in the cooperative's words; empty until the cooperative reports one. */
  status: z.string(),
})

const common = { auth: 'public', errors: [403] } as const

export const serviceApplications = {
  save: endpoint('serviceApplications.save', 'POST /v3/service-applications', {
    ...common,
    summary: 'Save an application for service, to finish it within seven days on any device',
    source: 'HM-23, REQ-D-093',
    /** Starts a new application when the token is null. */
    body: z.strictObject({ token: wireOpaque.nullable(), application }),
    answer: z.strictObject({ token: wireOpaque, expiresAt: wireInstant }),
  }),
  load: endpoint('serviceApplications.load', 'POST /v3/service-applications/load', {
    ...common,
    summary: 'Get a saved application by its link, or the status of a submitted one',
    source: 'addition: decision 0086',
    body: named,
    answer: z.strictObject({
      draft: z.strictObject({ application, documents: z.array(document), expiresAt: wireInstant }).nullable(),
      submitted: submitted.nullable(),
    }),
  }),
  attach: endpoint('serviceApplications.attach', 'POST /v3/service-applications/documents', {
    auth: 'application-link',
    summary: 'Attach a document to a saved application; a repeat attaches it once',
    source: 'addition: decision 0194',
    body: z.strictObject({
      /** As the file is called on the applicant's device. */
      name: z.string().max(1_000),
      /** A PDF, JPEG or PNG, in Base64. Its content decides its type. Metadata of pictures is not kept. */
      contentBase64: z.string().max(maxDocumentText + 4),
    }),
    maxBodyBytes: maxDocumentText + 8_192,
    answer: changed,
    errors: [401, 403, 413],
  }),
  removeDocument: endpoint(
    'serviceApplications.removeDocument',
    'DELETE /v3/service-applications/documents/{documentId}',
    {
      auth: 'application-link',
      summary: 'Remove a document from a saved application; a repeat changes nothing',
      source: 'addition: decision 0194',
      params: z.strictObject({ documentId: z.string().regex(/^[A-Za-z0-9_-]{22}$/u) }),
      answer: changed,
      errors: [401, 403],
    },
  ),
  submit: endpoint('serviceApplications.submit', 'POST /v3/service-applications/submit', {
    ...common,
    summary: 'Submit a saved application; a repeat returns the same reference number',
    source: 'HM-23, REQ-D-093',
    body: named.extend({ application }),
    answer: z.strictObject({ referenceNumber: z.string(), message: z.string() }),
  }),
  mailLink: endpoint('serviceApplications.mailLink', 'POST /v3/service-applications/link', {
    ...common,
    summary: 'Email the link of a saved application to the address in it',
    source: 'addition: decision 0086',
    body: named,
    answer: z.strictObject({ message: z.string() }),
  }),
}

export type ApplicationForm = z.output<typeof application>
export type ApplicationDocument = z.output<typeof document>
export type SubmittedApplication = z.output<typeof submitted>

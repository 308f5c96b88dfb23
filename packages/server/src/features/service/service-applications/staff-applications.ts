import type { AnswerOf, FileAnswer } from '@coopline/contract/endpoint'
import type {
  ListedApplication,
  staffApplications,
} from '@coopline/contract/service/service-applications/staff-applications.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { emptyApplication } from '@coopline/rules/service/service-applications/check-application'
import { Readable } from 'node:stream'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { RequestFacts, StaffCaller } from '../../../platform/http/call.ts'
import { decryptFile } from '../../../platform/uploads/encrypt-file.ts'
import { describeDocument, documentOf } from './application-documents.ts'
import { findSubmittedDocument, listSubmittedDocuments } from './application-documents.store.ts'
import { typeNameOf } from './load-application.ts'
import { findStatus } from './service-applications.store.ts'
import { findSubmitted, listSubmitted, type SubmittedRow } from './staff-applications.store.ts'

const pageSize = 25

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>

interface StaffRequest {
  readonly caller: Pick<StaffCaller, 'username'>
  readonly request: RequestFacts
}

const showListed = (
  { settings }: Pick<Deps, 'settings'>,
  { referenceNumber, submittedAt, application, documents }: SubmittedRow,
  language: Language,
): ListedApplication => ({
  referenceNumber,
  submittedAt: submittedAt.toISOString(),
  name: `${application.firstName ?? ''} ${application.lastName ?? ''}`.trim(),
  accountType: typeNameOf(settings.current(), application.accountType ?? '', language),
  documents,
})

/** Records what a member of the staff reads of an application. */
const recordRead = async (
  { db, clock }: StaffDeps,
  kind: string,
  { caller, request }: StaffRequest,
  detail: Readonly<Record<string, string>>,
): Promise<void> =>
  recordAudit(db, {
    kind,
    at: clock.now(),
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { by: caller.username, ...detail },
  })

/** Lists a page of the submitted applications, newest first. They are stored as long as their event. */
export async function listForStaff(
  deps: StaffDeps,
  { language }: Pick<RequestFacts, 'language'>,
  after: string | undefined,
): Promise<AnswerOf<(typeof staffApplications)['list']>> {
  const rows = await listSubmitted(deps.db, after === undefined ? null : Number(after), pageSize + 1)
  const listed = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? listed.at(-1) : undefined
  return {
    applications: listed.map((row) => showListed(deps, row, language)),
    next: last === undefined ? null : String(last.id),
  }
}

/** Loads what an applicant submitted, with the list of documents. @throws NotFound. */
export async function viewApplication(
  deps: StaffDeps,
  staff: StaffRequest,
  referenceNumber: string,
): Promise<AnswerOf<(typeof staffApplications)['view']>> {
  const row = await findSubmitted(deps.db, referenceNumber)
  if (row === undefined) throw new NotFound('No such application')
  // Recorded before the application is read, so that there is no view without an entry.
  await recordRead(deps, 'staff.application-viewed', staff, { referenceNumber })
  const documents = await listSubmittedDocuments(deps.db, referenceNumber)
  return {
    ...showListed(deps, row, staff.request.language),
    application: { ...emptyApplication, ...row.application },
    language: row.language,
    status: (await findStatus(deps.db, referenceNumber)) ?? '',
    documents: documents.map((one) => describeDocument(deps, referenceNumber, one)),
  }
}

/**
 * Decrypts a document of a submitted application. Its file name is the reference number with the place of the document: the
 * applicant's own may have letters that no header takes.
 *
 * @throws NotFound, also when the document was deleted.
 */
export async function downloadDocument(
  deps: StaffDeps,
  staff: StaffRequest,
  { referenceNumber, documentId }: { readonly referenceNumber: string; readonly documentId: string },
): Promise<FileAnswer> {
  const all = await listSubmittedDocuments(deps.db, referenceNumber)
  const document = all.find((one) => one.documentId === documentId)
  const stored = document && (await findSubmittedDocument(deps.db, referenceNumber, documentId))
  if (document === undefined || stored === undefined) throw new NotFound('No such document')
  await recordRead(deps, 'staff.application-document-saved', staff, { referenceNumber, document: documentId })
  const bytes = decryptFile(deps.keys, stored, documentOf(referenceNumber, documentId))
  const ending = describeDocument(deps, referenceNumber, document).name.split('.').at(-1)
  return {
    fileName: `application-${referenceNumber.toLowerCase()}-${all.indexOf(document) + 1}.${ending}`,
    pieces: Readable.from([bytes]),
  }
}

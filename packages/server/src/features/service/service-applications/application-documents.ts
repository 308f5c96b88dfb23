import type { AnswerOf } from '@coopline/contract/endpoint'
import type {
  ApplicationDocument,
  serviceApplications,
} from '@coopline/contract/service/service-applications/service-applications.contract'
import {
  checkDocument,
  type DocumentProblem,
  mostDocuments,
} from '@coopline/rules/service/service-applications/check-document'
import { documentMessage } from '@coopline/rules/service/service-applications/document.messages'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, NotSignedIn, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { decryptAtRest, encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { type CleanDocument, cleanDocument } from '../../../platform/uploads/clean-document.ts'
import { DocumentRefused } from '../../../platform/uploads/clean-pdf.ts'
import { decryptFile, encryptFile } from '../../../platform/uploads/encrypt-file.ts'
import { safeFileName } from '../../../platform/uploads/safe-file-name.ts'
import {
  deleteDocument,
  insertDocument,
  listContents,
  listDocuments,
  type StoredDocument,
  sumDocumentBytes,
} from './application-documents.store.ts'
import type { ApplicantCaller } from './authenticate-applicant.ts'
import { type ApplicationDeps, draftMs } from './saved-application.ts'
import { extendDraft, lockApplication } from './service-applications.store.ts'

const day = 86_400
const week = 7 * day
const megabyte = 1_000_000
/**
 * The most documents that may be sent with one link in a day, accepted or refused, and the most that may be removed.
 */
const changesPerDay = 40

/** The additional data that binds the encryption to a document and its name. */
export const documentOf = (referenceNumber: string, documentId: string): string =>
  `service-application:${referenceNumber}:${documentId}`

/** Decrypts the name of a document. */
export const describeDocument = (
  { keys }: Pick<Deps, 'keys'>,
  referenceNumber: string,
  { documentId, sealedName, mediaType, bytes }: StoredDocument,
): ApplicationDocument => {
  const name = decryptAtRest(keys, 'service-application', sealedName, documentOf(referenceNumber, documentId))
  return { id: documentId, name: Buffer.from(name).toString(), mediaType, bytes }
}

/** The documents of a draft, oldest first, without their content. */
export const loadDocuments = async (
  deps: Pick<Deps, 'keys'>,
  executor: Executor,
  referenceNumber: string,
): Promise<ApplicationDocument[]> =>
  (await listDocuments(executor, referenceNumber)).map((one) => describeDocument(deps, referenceNumber, one))

type Changed = AnswerOf<(typeof serviceApplications)['attach']>

/** A call with the link of a draft. */
interface ApplicantCall {
  readonly caller: ApplicantCaller
  readonly request: RequestFacts
}

/** Counts a change of documents by the link and by the client. @throws TooManyAttempts. */
async function limitChanges(
  deps: ApplicationDeps,
  { caller, request }: ApplicantCall,
  kind: string,
  most: number,
): Promise<void> {
  const ofLink = {
    kind: `${kind}-link`,
    subject: Buffer.from(caller.tokenHash).toString('base64url'),
    windowSeconds: day,
  }
  await limitVisitor(deps, request, {
    kind,
    limit: deps.settings.current().serviceApplicationsPerHour * most,
    others: [{ ...ofLink, limit: changesPerDay }],
  })
}

/**
 * Attaches a document to a draft and keeps the draft for seven more days. The same content is attached once.
 *
 * @throws Refused for a document that is too large, one too many, or no sound PDF, JPEG or PNG, and while the portal keeps as
 *   many megabytes as the cooperative allows; TooManyAttempts; NotSignedIn; NotAllowed when the cooperative takes no documents.
 */
export async function attachDocument(
  deps: ApplicationDeps & Pick<Deps, 'log'>,
  { caller, request }: ApplicantCall,
  sent: { readonly name: string; readonly contentBase64: string },
): Promise<Changed> {
  const { serviceApplicationDocuments: most, serviceApplicationDocumentsPerWeek: perWeek } = deps.settings.current()
  if (most === 0) throw new NotAllowed('serviceApplicationDocuments is 0')
  await limitChanges(deps, { caller, request }, 'service-applications.attach', most)
  const content = Buffer.from(sent.contentBase64, 'base64')
  refuseProblem(checkDocument(content.length, [], most))
  const document = requireDocument(content)
  const name = safeFileName(sent.name, document.extension)
  return changeDocuments(deps, caller, async (tx, referenceNumber) => {
    const now = deps.clock.now()
    if (await isAttached(deps, tx, referenceNumber, document)) return false
    const others = await listDocuments(tx, referenceNumber)
    refuseProblem(checkDocument(document.bytes.length, others, most))
    await refuseFull(deps, tx, document)
    const kept = { kind: 'service-applications.keep', limit: perWeek, windowSeconds: week }
    await limitVisitor({ ...deps, db: tx }, request, kept)
    const documentId = randomText(deps.random, 16)
    const owner = documentOf(referenceNumber, documentId)
    await insertDocument(tx, {
      referenceNumber,
      documentId,
      sealedName: encryptAtRest(deps, 'service-application', Buffer.from(name), owner),
      mediaType: document.mediaType,
      bytes: document.bytes.length,
      ...encryptFile(deps, document.bytes, owner),
      now,
    })
    return true
  })
}

/** Two documents at once may exceed the total together. @throws Refused when the portal keeps too many bytes. */
async function refuseFull(
  { settings, log }: ApplicationDeps & Pick<Deps, 'log'>,
  tx: Tx,
  { bytes }: CleanDocument,
): Promise<void> {
  const { serviceApplicationMegabytes } = settings.current()
  if ((await sumDocumentBytes(tx)) + bytes.length <= serviceApplicationMegabytes * megabyte) return
  log.error('The documents of service applications have reached serviceApplicationMegabytes: no more are taken')
  refuseProblem({ code: 'documents-full' })
}

/** Removes a document from a draft; one that is not there anymore is no error. @throws TooManyAttempts; NotSignedIn. */
export async function removeDocument(deps: ApplicationDeps, call: ApplicantCall, documentId: string): Promise<Changed> {
  await limitChanges(deps, call, 'service-applications.remove', mostDocuments)
  return changeDocuments(deps, call.caller, async (tx, referenceNumber) =>
    deleteDocument(tx, referenceNumber, documentId),
  )
}

/**
 * Changes the documents of a draft, one change at a time, and keeps the draft for seven more days.
 *
 * @param change answers whether it changed anything: otherwise the draft ends when it would have ended.
 */
async function changeDocuments(
  deps: ApplicationDeps,
  { tokenHash }: ApplicantCaller,
  change: (tx: Tx, referenceNumber: string) => Promise<boolean>,
): Promise<Changed> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const stored = await lockApplication(tx, tokenHash, now)
    if (stored === undefined || stored.draft === null) throw new NotSignedIn('The application is no longer a draft')
    const { referenceNumber } = stored
    const isChanged = await change(tx, referenceNumber)
    const expiresAt = isChanged ? new Date(now.getTime() + draftMs) : stored.expiresAt
    if (isChanged) await extendDraft(tx, referenceNumber, expiresAt)
    return { documents: await loadDocuments(deps, tx, referenceNumber), expiresAt: expiresAt.toISOString() }
  })
}

/**
 * Tells whether the application has a document with this content: a client repeats the call when its answer was lost.
 */
async function isAttached(
  { keys }: Pick<Deps, 'keys'>,
  tx: Tx,
  referenceNumber: string,
  { bytes }: CleanDocument,
): Promise<boolean> {
  const ofThatSize = await listContents(tx, referenceNumber, bytes.length)
  return ofThatSize.some((one) =>
    Buffer.from(decryptFile(keys, one, documentOf(referenceNumber, one.documentId))).equals(bytes),
  )
}

function requireDocument(content: Uint8Array): CleanDocument {
  try {
    return cleanDocument(content)
  } catch (error) {
    throw error instanceof DocumentRefused ? refused({ code: error.fault }) : error
  }
}

function refuseProblem(problem: DocumentProblem | null): void {
  if (problem !== null) throw refused(problem)
}

const refused = (problem: DocumentProblem): Refused => new Refused(refusal(documentMessage, problem, 'contentBase64'))

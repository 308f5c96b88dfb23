import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** A submitted application, as the event for the cooperative has it. */
export interface SubmittedRow {
  /** The id of the event. Later applications have higher ids. */
  readonly id: number
  readonly referenceNumber: string
  readonly submittedAt: Date
  /** The language of the applicant. */
  readonly language: Language
  /** Fields that an earlier version of the form lacked are missing. */
  readonly application: Partial<ApplicationForm>
  /** The number of stored documents. */
  readonly documents: number
}

const columns = sql`event.id, event.body ->> 'referenceNumber' as "referenceNumber",
  event.created_at as "submittedAt", event.body ->> 'language' as language,
  event.body - array['referenceNumber', 'submittedOn', 'language', 'documents'] as application,
  (select count(*)::integer from portal.service_application_document as document
    where document.reference_number = event.body ->> 'referenceNumber' and document.submitted_at is not null)
    as documents`

/** Lists submitted applications, newest first. @param after the id of the last one of the page before. */
export async function listSubmitted(
  executor: Executor,
  after: number | null,
  limit: number,
): Promise<readonly SubmittedRow[]> {
  const { rows } = await sql<SubmittedRow>`
    select ${columns} from outbox.event as event
    where event.kind = 'service-application.submitted' and event.id < ${after ?? Number.MAX_SAFE_INTEGER}
    order by event.id desc limit ${limit}`.execute(executor)
  return rows
}

/** Finds a submitted application. */
export async function findSubmitted(executor: Executor, referenceNumber: string): Promise<SubmittedRow | undefined> {
  const { rows } = await sql<SubmittedRow>`
    select ${columns} from outbox.event as event
    where event.kind = 'service-application.submitted' and event.body ->> 'referenceNumber' = ${referenceNumber}`.execute(
    executor,
  )
  return rows[0]
}

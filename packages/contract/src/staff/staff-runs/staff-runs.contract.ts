import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { requestDate, wireCents, wireDate, wireInstant } from '../../wire.ts'

const source = 'addition: REQ-D-403'

/** The kinds of imports. */
const importKinds = ['bundle', 'readings', 'weather', 'outages', 'territory', 'bank-returns'] as const

const importNumber = z.string().regex(/^[1-9][0-9]{0,14}(?![\s\S])/u)

const listedImport = z.strictObject({
  importNumber,
  /** An `ImportKind`, or one of a former version. */
  kind: z.string(),
  /** The file or the folder of a bundle, without its path; the first one of several. */
  name: z.string(),
  files: z.int(),
  startedAt: wireInstant,
  /** `null` while the import runs, and permanently when its process was killed. */
  endedAt: wireInstant.nullable(),
  /** `failed`: by an error that the import does not know. `null` while `endedAt` is. */
  outcome: z.enum(['completed', 'with-errors', 'failed']).nullable(),
  rows: z.int(),
  errors: z.int(),
  notices: z.int(),
})

const viewedImport = listedImport.extend({
  /** The first 50 files, in the order of their import. */
  imported: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.int(),
      /** Rows, or days of readings, that were new or changed. */
      stored: z.int(),
      refused: z.int(),
    }),
  ),
  /** The first 50 errors and notices. The values of the rows are only in the report that the import wrote. */
  entries: z.array(
    z.strictObject({
      severity: z.enum(['error', 'notice']),
      file: z.string(),
      /** The header is line 1; 0 when it is about the whole file. */
      line: z.int(),
      /** Empty when it is about the whole row. */
      column: z.string(),
      /** In English, as in the report that the import wrote. */
      reason: z.string(),
    }),
  ),
})

const listedRun = z.strictObject({
  /** The day of which the run takes what is due. There is one run a day. */
  runDate: wireDate,
  startedAt: wireInstant,
  /** `null` while the run is not complete; it continues automatically. */
  completedAt: wireInstant.nullable(),
  /** The number of items that failed, counted up to 1,000. */
  failed: z.int(),
})

const viewedRun = listedRun.extend({
  /** The first day that the run covers. */
  fromDate: wireDate,
  /** Its items, counted by kind, state and reason. */
  items: z.array(
    z.strictObject({
      kind: z.string(),
      state: z.enum(['booked', 'pending', 'skipped', 'failed']),
      /** The reason that items were skipped or failed; empty for the others. */
      reason: z.string(),
      count: z.int(),
      amount: wireCents,
    }),
  ),
})

export const staffRuns = {
  listImports: endpoint('staffRuns.listImports', 'GET /v3/staff/imports', {
    auth: 'staff',
    roles: staffRights.runs,
    summary: 'List imports, newest first',
    source,
    query: z.strictObject({
      /** Imports of this kind only. */
      kind: z.enum(importKinds).optional(),
      /** `next` of the page before. */
      after: importNumber.optional(),
    }),
    answer: z.strictObject({
      imports: z.array(listedImport),
      /** The position after which the next page begins; `null` on the last page. */
      next: importNumber.nullable(),
    }),
    errors: [401, 403],
  }),
  viewImport: endpoint('staffRuns.viewImport', 'GET /v3/staff/imports/{importNumber}', {
    auth: 'staff',
    roles: staffRights.runs,
    summary: 'Get an import with its report',
    source,
    params: z.strictObject({ importNumber }),
    answer: viewedImport,
    errors: [401, 403, 404],
  }),
  listRuns: endpoint('staffRuns.listRuns', 'GET /v3/staff/runs', {
    auth: 'staff',
    roles: staffRights.runs,
    summary: 'List the payment runs, newest first',
    source,
    query: z.strictObject({
      /** `next` of the page before. */
      after: requestDate.optional(),
    }),
    answer: z.strictObject({
      runs: z.array(listedRun),
      /** The position after which the next page begins; `null` on the last page. */
      next: wireDate.nullable(),
    }),
    errors: [401, 403],
  }),
  viewRun: endpoint('staffRuns.viewRun', 'GET /v3/staff/runs/{runDate}', {
    auth: 'staff',
    roles: staffRights.runs,
    summary: 'Get the run of a day with the outcome of its items',
    source,
    params: z.strictObject({ runDate: requestDate }),
    answer: viewedRun,
    errors: [401, 403, 404],
  }),
}

export type ImportKind = (typeof importKinds)[number]
export type StaffListedImport = z.output<typeof listedImport>
export type StaffViewedImport = z.output<typeof viewedImport>
export type StaffListedRun = z.output<typeof listedRun>
export type StaffViewedRun = z.output<typeof viewedRun>

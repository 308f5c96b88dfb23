import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireInstant } from '../../wire.ts'

const source = 'addition: REQ-D-504'
/** A million rows of a bundle have about 100 MB. */
const mostBytes = 268_435_456

/** The most rows of a body in JSON, and of one that is answered in the same request. */
export const mostRowsAtOnce = 1000
/** The most bytes of a body that is answered in the same request. */
export const mostBytesAtOnce = 1_048_576

const row = z.record(z.string().max(60), z.union([z.string().max(4000), z.number(), z.null()])).meta({
  description:
    'One row: the columns of the file with their values. Write amounts as texts with two decimals: a number has lost its last zeros',
})

const entry = z.strictObject({
  severity: z
    .enum(['error', 'notice'])
    .meta({ description: '`error`: the row was not stored. `notice`: it was, and you may want to know' }),
  line: z.int().meta({
    description:
      'In JSON and NDJSON the place of the row, counted from 1 without empty lines; in CSV its line, the header being line 1. 0 when it is about the whole body',
  }),
  column: z.string().meta({ description: 'Empty when it is about the whole row' }),
  reason: z.string(),
})

const pushed = z.strictObject({
  importId: z.string().nullable().meta({
    description:
      'Number of the import, with which `GET /v1/imports/{importId}` shows how far it is; `null` for one that was done at once',
  }),
  state: z.enum(['waiting', 'running', 'done', 'failed']).meta({
    description:
      '`done`: every row was stored or is named in `entries`. `failed`: nothing was stored; `entries` says why. The others: it is done later. A body that is answered at once and refused as a whole is answered 400',
  }),
  rows: z.int().meta({ description: 'Rows that were read so far' }),
  stored: z.int().meta({ description: 'Rows that were new or changed' }),
  unchanged: z.int().meta({ description: 'Rows that were stored before with the same values' }),
  refused: z.int().meta({ description: 'Rows that were not stored; each has an entry' }),
  ended: z.int().meta({ description: 'Stored rows that a full load ended, or outages that a full file ended' }),
  entries: z.array(entry).meta({ description: 'The first 1000 errors and notices, in the order of the rows' }),
  moreEntries: z.int().meta({ description: 'How many entries there are besides these' }),
  receivedAt: wireInstant,
  endedAt: wireInstant.nullable(),
})

const laterSentences =
  'A body of at most 1,000 rows and 1 MB is imported and answered in this request. A larger one is stored first, answered 202, and imported in the order in which bodies began to arrive, once they have arrived whole; ask for it with `GET /v1/imports/{importId}`. While earlier rows for the same target wait, a small body waits behind them, too. 503 says that an import of the cooperative is under way: send the same again after `Retry-After`. With an `Idempotency-Key` a body that is sent again within 30 days is answered as the first time and not imported again, so that a late repeat cannot undo newer rows.'

const importId = z.string().regex(/^[1-9][0-9]{0,14}(?![\s\S])/u)
const yes = z.enum(['Y']).optional()
const errors = [401, 403, 409, 413, 415] as const

export const systemPushes = {
  pushFile: endpoint('systemPushes.pushFile', 'PUT /v1/files/{file}', {
    auth: 'system',
    scope: 'data:write',
    summary: 'Push rows of a file of the bundle',
    description: `Adds or changes rows of one file of the bundle, such as \`balances\` or \`bills\`: by the same checks, in the same order and with the same refusals as \`coopline import\` (docs/IMPORT.md lists the files and their columns). Rows are named by their keys, and rows that are not sent stay. Good rows are stored together, and each refused row has an entry with its reason. ${laterSentences}`,
    source,
    params: z.strictObject({
      file: z
        .string()
        .regex(/^[a-z][a-z-]{1,40}(?![\s\S])/u)
        .meta({ description: 'Name of the file without `.csv`', examples: ['balances'] }),
    }),
    query: z.strictObject({
      full: z
        .string()
        .regex(/^(?:100|[1-9]?[0-9])(?![\s\S])/u)
        .optional()
        .meta({
          description:
            'Makes it a full load: stored rows that the body does not have end, unless they are more than this percentage of the rows',
        }),
      olderBalances: yes.meta({
        description:
          '`Y` takes balances that include fewer payments than those on file, after your system was restored',
      }),
      dryRun: yes.meta({
        description: '`Y` checks everything and stores nothing; for bodies that are answered at once',
      }),
    }),
    body: z
      .array(row)
      .min(1)
      .max(mostRowsAtOnce)
      .meta({ examples: [[{ account_number: '100100101', balance: '142.37', due_date: '2026-12-14' }]] }),
    maxBodyBytes: mostBytesAtOnce,
    streams: { media: ['text/csv', 'application/x-ndjson'], maxBytes: mostBytes },
    mayBeLater: true,
    idempotent: true,
    answer: pushed,
    errors: [...errors, 404],
  }),
  pushReadings: endpoint('systemPushes.pushReadings', 'POST /v1/readings', {
    auth: 'system',
    scope: 'readings:write',
    summary: 'Push readings of meters',
    description: `Adds or replaces readings from a CSV file or a Green Button file (ESPI) that names its accounts and meters, as \`coopline import readings\` does (docs/IMPORT.md). ${laterSentences}`,
    source,
    query: z.strictObject({
      clockTime: yes.meta({ description: '`Y`: times are the clock’s of the cooperative, without an offset' }),
      intervalEnding: yes.meta({ description: '`Y`: the time of an interval is its end' }),
    }),
    streams: { media: ['text/csv', 'application/xml'], maxBytes: mostBytes },
    mayBeLater: true,
    idempotent: true,
    answer: pushed,
    errors,
  }),
  pushOutages: endpoint('systemPushes.pushOutages', 'PUT /v1/outages', {
    auth: 'system',
    scope: 'outages:write',
    summary: 'Push the outages',
    description:
      'Takes the outages of the cooperative in the form of docs/outages.schema.json, as `coopline import outages` does. With `"scope": "full"` outages that the body does not have end. Members see the change with their next look. Incidents that are refused have an entry; the others are stored.',
    source,
    body: z.record(z.string(), z.unknown()).meta({
      examples: [
        {
          format: 'coopline-outages/1',
          generatedAt: '2026-11-30T14:30:00Z',
          scope: 'full',
          incidents: [
            {
              id: 'I-1',
              status: 'active',
              startedAt: '2026-11-30T14:00:00Z',
              cause: 'tree',
              crew: 'assigned',
              customersAffected: 3,
              accounts: ['100100101'],
            },
          ],
        },
      ],
    }),
    maxBodyBytes: 6_291_456,
    answer: pushed,
    errors,
  }),
  viewImport: endpoint('systemPushes.viewImport', 'GET /v1/imports/{importId}', {
    auth: 'system',
    scope: 'any',
    summary: 'See how far an import is',
    description:
      'Answers the state and the report of an import that this key has pushed. It is stored for 30 days. Ask every few seconds until the state is `done` or `failed`.',
    source,
    params: z.strictObject({ importId }),
    answer: pushed,
    errors: [401, 403, 404],
  }),
  pushDocument: endpoint('systemPushes.pushDocument', 'PUT /v1/documents/{kind}/{name}', {
    auth: 'system',
    scope: 'documents:write',
    summary: 'Push a PDF document',
    description:
      'Stores a PDF of at most 8 MB in the portal’s folder of documents, in place of one with the same name. A row of the bundle names it as `{kind}/{name}`, such as `bills/2026-11-100100101.pdf`; push the document before the row.',
    source: 'addition: REQ-D-505',
    params: z.strictObject({
      kind: z.enum(['bills', 'delinquents', 'capital-credits', 'letters', 'members']),
      name: z
        .string()
        .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,115}\.pdf(?![\s\S])/u)
        .meta({ examples: ['2026-11-100100101.pdf'] }),
    }),
    streams: { media: ['application/pdf'], maxBytes: 8_388_608 },
    answer: z.strictObject({
      name: z.string().meta({ description: 'The name by which rows of the bundle refer to it' }),
      bytes: z.int(),
    }),
    errors,
  }),
}

export type PushedImport = z.output<typeof pushed>

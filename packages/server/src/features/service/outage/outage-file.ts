import { crewStates, outageCauses } from '@coopline/rules/service/outage-display/incident.messages'
import { z } from 'zod'
import { scanKeys } from '../../../platform/http/json-keys.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const printable = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}]+$/u, 'has control characters')

const mostAffected = 200_000

const incident = z.strictObject({
  id: printable(60).meta({ description: 'Id of the incident in the outage system. It never names another incident.' }),
  status: z.enum(['active', 'restored']),
  startedAt: instant.meta({ description: 'When power went out' }),
  restoredAt: instant.nullable().default(null).meta({
    description: 'When power was restored. Without it, a restored incident ended when the file was written.',
  }),
  cause: z.enum(outageCauses).default('unknown'),
  crew: z.enum(crewStates).default('none'),
  estimatedRestoration: instant.nullable().default(null).meta({
    description: 'When power is expected back; null or absent: not known. A time in the past is shown as late.',
  }),
  estimates: z
    .array(z.strictObject({ statedAt: instant, estimatedRestoration: instant.nullable() }))
    .max(100)
    .default([])
    .meta({ description: 'Earlier estimates. The portal also keeps the estimates of earlier files.' }),
  customersAffected: z.int().min(0).max(10_000_000),
  point: z
    .strictObject({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) })
    .nullable()
    .default(null)
    .meta({ description: 'Where the incident is, WGS 84. The public map shows it to about a kilometer.' }),
  area: z
    .union([printable(60), z.literal('')])
    .default('')
    .meta({ description: 'Id of an area of the territory file' }),
  accounts: z
    .array(z.string().regex(/^[0-9]{1,12}$/u))
    .max(mostAffected)
    .exactOptional()
    .meta({
      description:
        'Accounts without power. When an incident gives any of accounts, meters and feeders, they replace those of earlier files; otherwise the earlier ones stay.',
    }),
  meters: z.array(printable(40)).max(mostAffected).exactOptional().meta({ description: 'Meters, as in meters.csv' }),
  feeders: z.array(printable(40)).max(1_000).exactOptional().meta({ description: 'Feeders, as in meters.csv' }),
})

const envelope = z.strictObject({
  format: z.literal('coopline-outages/1'),
  generatedAt: instant.meta({
    description: 'When the outage system wrote the file. An older file than the last one is refused.',
  }),
  scope: z.enum(['full', 'delta']).meta({
    description: 'full: active incidents that are not in the file have ended. delta: they stay as they are.',
  }),
  incidents: z.array(z.unknown()).max(50_000),
})

/** The JSON Schema of an outage file, published as `docs/outages.schema.json`. */
export const outageFileSchema = (): object =>
  z.toJSONSchema(envelope.extend({ incidents: z.array(incident).max(50_000) }), {
    io: 'input',
    unrepresentable: 'any',
  })

export type OutageIncident = z.output<typeof incident>

/** The reason that an incident was refused, or a warning about it. */
interface IncidentRemark {
  readonly severity: 'error' | 'notice'
  /** `incidents[3].point.latitude`. */
  readonly path: string
  readonly value: string
  readonly reason: string
}

export interface OutageFile {
  readonly generatedAt: Date
  readonly scope: 'full' | 'delta'
  readonly incidents: readonly OutageIncident[]
  /** Ids of refused incidents, which a full file does not end. */
  readonly refusedIds: ReadonlySet<string>
  /** True when a refused incident has no readable id, so it could be any active incident. */
  readonly isAnyUnnamed: boolean
  readonly refused: number
  readonly remarks: readonly IncidentRemark[]
}

/** Thrown when the whole file is refused, with a reason for the operator. */
export class OutageFileRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'OutageFileRefused'
  }
}

/** Tolerance for clock differences between systems. A later start time is an error. */
const clockToleranceMs = 15 * 60_000

/**
 * Parses an outage file. Checks each incident separately: broken ones are refused with every reason, and the others stay.
 *
 * @param now refuses files from the future.
 * @throws OutageFileRefused when the text is not JSON or the outer structure is invalid.
 */
export function parseOutageFile(text: string, now: Date): OutageFile {
  const frame = envelope.safeParse(readJson(text))
  if (!frame.success) throw new OutageFileRefused(reasonsOf(frame.error.issues))
  const { generatedAt, scope, incidents: entries } = frame.data
  if (generatedAt.getTime() > now.getTime() + clockToleranceMs)
    throw new OutageFileRefused('generatedAt is in the future')
  const incidents = new Map<string, OutageIncident>()
  const refusedIds = new Set<string>()
  const remarks: IncidentRemark[] = []
  let [refused, isAnyUnnamed] = [0, false]
  for (const [index, entry] of entries.entries()) {
    const place = `incidents[${index}]`
    const read = incident.safeParse(entry)
    const faults = read.success
      ? checkIncident(read.data, place, generatedAt, incidents)
      : read.error.issues.map(({ path, message }) => errorOf(`${place}${pathOf(path)}`, valueAt(entry, path), message))
    remarks.push(...faults)
    if (read.success && faults.every(({ severity }) => severity === 'notice')) {
      incidents.set(read.data.id, read.data)
      continue
    }
    refused += 1
    const id = idOf(entry)
    if (id === undefined) isAnyUnnamed = true
    else refusedIds.add(id)
  }
  return { generatedAt, scope, incidents: [...incidents.values()], refusedIds, isAnyUnnamed, refused, remarks }
}

function readJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/u, '')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new OutageFileRefused('The file is not JSON. It may have been cut off: import it again once it is complete.')
  }
  scanKeys(json, {
    key: (key, isRepeated) => {
      if (isRepeated) throw new OutageFileRefused(`An object has the name ${JSON.stringify(key)} twice. Give it once.`)
    },
  })
  return value
}

function checkIncident(
  one: OutageIncident,
  place: string,
  generatedAt: Date,
  earlier: ReadonlyMap<string, OutageIncident>,
): readonly IncidentRemark[] {
  const { id, status, startedAt, restoredAt, estimatedRestoration } = one
  const latest = generatedAt.getTime() + clockToleranceMs
  const remarks: IncidentRemark[] = []
  if (earlier.has(id)) remarks.push(errorOf(`${place}.id`, id, 'is the id of an earlier incident of the file'))
  if (startedAt.getTime() > latest)
    remarks.push(errorOf(`${place}.startedAt`, startedAt.toISOString(), 'is in the future'))
  if (status === 'active' && restoredAt !== null)
    remarks.push(errorOf(`${place}.restoredAt`, restoredAt.toISOString(), 'contradicts the status active'))
  if (restoredAt !== null && restoredAt < startedAt)
    remarks.push(errorOf(`${place}.restoredAt`, restoredAt.toISOString(), 'is before startedAt'))
  if (restoredAt !== null && restoredAt.getTime() > latest)
    remarks.push(errorOf(`${place}.restoredAt`, restoredAt.toISOString(), 'is in the future'))
  if (status === 'active' && estimatedRestoration !== null && estimatedRestoration < generatedAt)
    remarks.push({
      severity: 'notice',
      path: `${place}.estimatedRestoration`,
      value: estimatedRestoration.toISOString(),
      reason: 'has passed; members read that the estimate is late',
    })
  return remarks
}

const errorOf = (path: string, value: string, reason: string): IncidentRemark => ({
  severity: 'error',
  path,
  value,
  reason,
})

const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')

function valueAt(entry: unknown, path: readonly PropertyKey[]): string {
  let value = entry
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function idOf(entry: unknown): string | undefined {
  const id = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'id') : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

const reasonsOf = (issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${pathOf(path).replace(/^\./u, '') || 'The file'}: ${message}`)
    .join('; ')

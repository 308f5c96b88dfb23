import type { Executor } from '../../../platform/db/open-database.ts'
import {
  listKnownMeters,
  type MeterName,
  type MeterOnFile,
  type ReadingStatus,
  ReadingsUnreadable,
} from '../usage/public.ts'
import { conversionFactor } from './convert-amount.ts'
import { flowDirections, normalData, qualities } from './espi-codes.ts'
import type { MeterReading, Structure, UsagePoint } from './read-structure.ts'

export interface GreenButtonOptions {
  /** Meters by the URL, id or last URL part of their usage point. */
  readonly usagePoints: ReadonlyMap<string, MeterName>
  /** Divides readings of several days evenly among those days, as estimates. */
  readonly spreadsMonths: boolean
}

/** The meter and unit for a meter reading's values, or why they are refused. */
export type Target = Refused | SeriesTarget

interface Refused {
  readonly refused: string
}

export interface SeriesTarget {
  readonly meter: MeterName
  /** Converts a value to units of the meter. */
  readonly factor: number
  readonly flow: 'used' | 'received' | 'net'
  /** Values below zero are allowed: the meter also measures energy sent to the grid. */
  readonly maySend: boolean
  /** The interval length in seconds; `undefined` when the file does not say. */
  readonly intervalLength: number | undefined
  readonly status: ReadingStatus
}

/**
 * Finds the meter and unit of each meter reading of a file.
 * @throws ReadingsUnreadable when one meter is given for several usage points.
 */
export async function createTargets(
  executor: Executor,
  path: string,
  { usagePoints }: Structure,
  options: GreenButtonOptions,
  of: MeterName | undefined,
): Promise<(series: MeterReading) => Target> {
  if (of !== undefined && usagePoints.length > 1) {
    const names = usagePoints.slice(0, 5).map(({ names: [name] }) => name)
    throw new ReadingsUnreadable(
      path,
      `has ${usagePoints.length} usage points (${names.join(', ')} …), not one meter's; name their meters with --usage-points FILE`,
    )
  }
  const meterOf = (point: UsagePoint | undefined) => of ?? findMeter(point, usagePoints, options)
  const named = usagePoints.length === 0 ? [of] : usagePoints.map(meterOf)
  const meters = await listKnownMeters(
    executor,
    named.filter((meter) => meter !== undefined),
  )
  const targets = new Map<MeterReading, Target>()
  return (series) => {
    const known = targets.get(series)
    if (known !== undefined) return known
    const meter = meterOf(series.usagePoint)
    const onFile = meter && meters.get(`${meter.accountNumber} ${meter.meterNumber}`)
    const target = toTarget(series, meter, onFile)
    targets.set(series, target)
    return target
  }
}

/**
 * Finds a usage point's meter in the mapping file, then in the customer part. Ignores a name that several usage points share.
 */
function findMeter(
  point: UsagePoint | undefined,
  all: readonly UsagePoint[],
  { usagePoints }: GreenButtonOptions,
): MeterName | undefined {
  const mapped = point?.names.find(
    (name) => usagePoints.has(name) && all.filter(({ names }) => names.includes(name)).length === 1,
  )
  if (mapped !== undefined) return usagePoints.get(mapped)
  if (point?.accountNumber === undefined || point.meterNumber === undefined) return undefined
  return { accountNumber: point.accountNumber, meterNumber: point.meterNumber }
}

/** Registers whose values accumulate over time (`AccumulationKind`). */
const cumulative: ReadonlySet<number> = new Set([1, 2, 3, 9, 13, 14])
const snapshots: ReadonlySet<number> = new Set([6, 12])
/** Sums of measured values (`DataQualifierKind`). */
const sums: ReadonlySet<number | undefined> = new Set([undefined, 0, normalData, 26])
/** Energy and volume (`MeasurementKind`). First-generation files call volumes energy. */
const amounts: ReadonlySet<number | undefined> = new Set([undefined, 0, 12, 58])
const flows: ReadonlyMap<number, SeriesTarget['flow']> = new Map([
  [0, 'used'],
  [flowDirections.delivered, 'used'],
  [flowDirections.received, 'received'],
  [4, 'net'],
])

function toTarget(
  { usagePoint, type }: MeterReading,
  meter: MeterName | undefined,
  onFile: MeterOnFile | undefined,
): Target {
  const refused = (reason: string) => ({ refused: `${reason}; its readings were not imported` })
  if (meter === undefined)
    return refused(
      `belongs to the usage point ${usagePoint?.names[0] ?? 'without a name'}, whose account and meter are not named`,
    )
  if (onFile === undefined)
    return refused(`belongs to ${meter.accountNumber} ${meter.meterNumber}, which is no meter on file`)
  if (type === undefined) return refused('names no reading type of the file')
  const { accumulationBehaviour, dataQualifier, kind, flowDirection, uom, powerOfTenMultiplier } = type
  if (cumulative.has(accumulationBehaviour ?? 0))
    return refused(
      `is a cumulative register (accumulationBehaviour ${accumulationBehaviour}), not what passed in each interval`,
    )
  if (snapshots.has(accumulationBehaviour ?? 0) || !sums.has(dataQualifier) || !amounts.has(kind))
    return refused('is no amount of energy, gas or water that passed in each interval')
  const flow = flows.get(flowDirection ?? 0)
  if (flow === undefined)
    return refused(`has the flow direction ${flowDirection}, which is neither delivered, received nor net`)
  const factor = uom === undefined ? undefined : conversionFactor(uom, powerOfTenMultiplier, onFile.unit)
  if (factor === undefined)
    return refused(`has the unit ${uom ?? 'without a code'}, which does not convert to ${onFile.unit}`)
  const maySend = flow === 'net' || (flow === 'used' && onFile.isNetMetered)
  return { meter, factor, flow, maySend, intervalLength: type.intervalLength, status: toStatus(type.defaultQuality) }
}

const actual: ReadonlySet<number | undefined> = new Set([
  undefined,
  qualities.valid,
  qualities.raw,
  qualities.validated,
  qualities.verified,
  qualities.revenueQuality,
])

/** Anything neither measured nor keyed in by staff counts as estimated. */
export function toStatus(quality: number | undefined): ReadingStatus {
  if (actual.has(quality)) return 'actual'
  return quality === qualities.manuallyEdited ? 'keyed' : 'estimated'
}

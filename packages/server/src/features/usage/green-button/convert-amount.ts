import { uoms } from './espi-codes.ts'

interface Unit {
  readonly dimension: 'energy' | 'volume'
  /** Size in joules or cubic meters. */
  readonly size: number
}

const cubicFoot = 0.028_316_846_592
const gallon = 0.003_785_411_784
const therm = 105_505_585.262

/** Units of ESPI's `UnitSymbolKind` for energy, gas and water. Compensated volumes count as volumes. */
const fileUnits: ReadonlyMap<number, Unit> = new Map([
  [uoms.wattHours, { dimension: 'energy', size: 3_600 }],
  [31, { dimension: 'energy', size: 1 }],
  [uoms.btu, { dimension: 'energy', size: therm / 100_000 }],
  [uoms.therms, { dimension: 'energy', size: therm }],
  ...[uoms.cubicMeters, 166, 167].map((uom) => [uom, { dimension: 'volume', size: 1 }] as const),
  ...[uoms.cubicFeet, 120].map((uom) => [uom, { dimension: 'volume', size: cubicFoot }] as const),
  [uoms.usGallons, { dimension: 'volume', size: gallon }],
  [130, { dimension: 'volume', size: 0.004_546_09 }],
  ...[134, 156, 157].map((uom) => [uom, { dimension: 'volume', size: 0.001 }] as const),
])

/** The units of `meters.csv`. */
const meterUnits: Readonly<Record<string, Unit>> = {
  kWh: { dimension: 'energy', size: 3_600_000 },
  Therms: { dimension: 'energy', size: therm },
  Gallons: { dimension: 'volume', size: gallon },
  CCF: { dimension: 'volume', size: 100 * cubicFoot },
  MCF: { dimension: 'volume', size: 1_000 * cubicFoot },
}

/** Converts one unit of the file to units of the meter; `undefined` when the file measures something else. */
export function conversionFactor(uom: number, powerOfTenMultiplier: number, meterUnit: string): number | undefined {
  const [from, to] = [fileUnits.get(uom), meterUnits[meterUnit]]
  if (from === undefined || to === undefined || from.dimension !== to.dimension) return undefined
  return (from.size / to.size) * 10 ** powerOfTenMultiplier
}

import type { ReadingStatus } from '../usage/public.ts'

/** XML namespaces of a Green Button file. */
export const namespaces = { atom: 'http://www.w3.org/2005/Atom', espi: 'http://naesb.org/espi' } as const

/** `ServiceKind`: the service at a usage point. */
export const serviceKinds = { electricity: 0, gas: 1, water: 2 } as const
export type Service = keyof typeof serviceKinds

/** `CommodityKind` by service: electricity at the secondary meter, natural gas, potable water. */
export const commodities: Readonly<Record<Service, number>> = { electricity: 1, gas: 7, water: 9 }

/** `UnitSymbolKind`: units of measure. */
export const uoms = {
  watts: 38,
  cubicMeters: 42,
  wattHours: 72,
  cubicFeet: 119,
  usGallons: 128,
  btu: 132,
  therms: 169,
} as const

/** `MeasurementKind`. */
const measurementKinds = { energy: 12, volume: 58 } as const

/** `FlowDirectionKind`: delivered to the member, or received from a member's solar panels. */
export const flowDirections = { delivered: 1, received: 19 } as const

/** `AccumulationKind`: each value covers only its own interval. */
export const deltaData = 4

/** `DataQualifierKind`: normal values. */
export const normalData = 12

/** ISO 4217 number of the US dollar. Costs are in thousandths of a cent. */
export const usDollar = 840

/** `QualityOfReading`. */
export const qualities = {
  valid: 0,
  manuallyEdited: 7,
  estimatedFromReferenceDay: 8,
  estimatedByInterpolation: 9,
  questionable: 10,
  derived: 11,
  projected: 12,
  mixed: 13,
  raw: 14,
  normalizedForWeather: 15,
  other: 16,
  validated: 17,
  verified: 18,
  revenueQuality: 19,
} as const

/** The quality code for each reading status. */
export const qualityOf: Readonly<Record<ReadingStatus, number>> = {
  actual: qualities.valid,
  estimated: qualities.estimatedFromReferenceDay,
  keyed: qualities.manuallyEdited,
}

/**
 * The ESPI form of a stored unit. Stored thousandths need no rounding: they are multiples of `uom` × 10^`multiplier`.
 */
export interface EspiUnit {
  readonly uom: number
  /** `powerOfTenMultiplier` of stored thousandths. */
  readonly multiplier: number
  readonly kind: number
}

/** The units of `meters.csv`. A thousandth of a CCF (100 cubic feet) is a tenth of a cubic foot. */
export const espiUnits: Readonly<Record<string, EspiUnit>> = {
  kWh: { uom: uoms.wattHours, multiplier: 0, kind: measurementKinds.energy },
  Gallons: { uom: uoms.usGallons, multiplier: -3, kind: measurementKinds.volume },
  Therms: { uom: uoms.therms, multiplier: -3, kind: measurementKinds.energy },
  CCF: { uom: uoms.cubicFeet, multiplier: -1, kind: measurementKinds.volume },
  MCF: { uom: uoms.cubicFeet, multiplier: 0, kind: measurementKinds.volume },
}

/** The service behind a meter's unit. CCF means water on a water account, otherwise gas. */
export function serviceOf(unit: string, accountType: string): Service {
  if (unit === 'kWh') return 'electricity'
  if (unit === 'Gallons') return 'water'
  return unit === 'CCF' && accountType.toLowerCase() === 'water' ? 'water' : 'gas'
}

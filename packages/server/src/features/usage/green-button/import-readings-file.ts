import { open } from 'node:fs/promises'
import type { Deps } from '../../../platform/deps.ts'
import {
  csvSource,
  importReadings,
  type ReadingsImport,
  type ReadingsSource,
  type ReadingsSummary,
  type SourceContext,
  toUnreadable,
} from '../usage/public.ts'
import { createTargets, type GreenButtonOptions, type Target } from './series-target.ts'
import { createEntryCounter, type MeterReading, readStructure, type Structure } from './read-structure.ts'
import { readXml, type XmlHandler } from './read-xml.ts'
import { type Items, type RawReading, toReadings } from './to-readings.ts'

/** Reads a Green Button file (ESPI, either schema generation). */
const greenButtonSource =
  (path: string, options: GreenButtonOptions) =>
  (context: SourceContext): ReadingsSource => {
    let structure: Structure | undefined
    const loadStructure = async () => (structure ??= await readStructure(path, context.days, context.now))
    return {
      listMonths: async () => (await loadStructure()).months,
      read: async function* (executor) {
        const known = await loadStructure()
        const targets = await createTargets(executor, path, known, options, context.of)
        const { handler, take } = createReader(known, targets, options, context)
        for await (const _ of readXml(path, handler)) yield take()
      },
    }
  }

function createReader(
  structure: Structure,
  targetOf: (series: MeterReading) => Target,
  options: GreenButtonOptions,
  context: SourceContext,
): { readonly handler: XmlHandler; readonly take: () => Items } {
  const counter = createEntryCounter()
  const reported = new Set<string>()
  let items: Items = []
  let reading: RawReading | undefined
  /** The start of the next reading in a block that gives times for the block alone, in seconds since 1970. */
  let next: number | undefined
  const add = (raw: RawReading): void => {
    const series = structure.seriesOf(counter.place())
    const target = series === undefined ? { refused: 'belongs to no meter reading of the file' } : targetOf(series)
    if (!('refused' in target)) {
      const isNext = raw.start === undefined && next !== undefined
      if (isNext) raw.start = String(next)
      const seconds = Number(raw.duration ?? target.intervalLength)
      next = isNext && seconds > 0 ? Number(raw.start) + seconds : undefined
      items.push(...toReadings(raw, target, options, context))
      return
    }
    const value = series?.name ?? ''
    const fault = { severity: 'error', line: raw.line, column: 'MeterReading', value, reason: target.refused } as const
    if (!reported.has(value)) items.push(fault)
    reported.add(value)
  }
  return {
    handler: {
      onOpen: (element) => {
        counter.onOpen(element.name)
        if (element.name === 'IntervalBlock') next = undefined
        if (element.name === 'IntervalReading') reading = { ...nothing, line: element.line }
      },
      onClose: (name, text, parent) => {
        if (name === 'start' && parent === 'interval') next = Number(text)
        if (reading === undefined) return
        if (name === 'IntervalReading') {
          add(reading)
          reading = undefined
        } else if (parentOf[name] === parent) reading[name as RawText] = text
      },
    },
    take: () => {
      const taken = items
      items = []
      return taken
    },
  }
}

type RawText = Exclude<keyof RawReading, 'line'>
const nothing = { start: undefined, duration: undefined, value: undefined, quality: undefined }
/** The elements of an `IntervalReading` that are read, and the element that each is in. */
const parentOf: Readonly<Record<string, string>> = {
  start: 'timePeriod',
  duration: 'timePeriod',
  value: 'IntervalReading',
  quality: 'ReadingQuality',
} satisfies Record<RawText, string>

/**
 * Imports a readings file, Green Button XML or CSV, detected from its start (docs/IMPORT.md).
 *
 * @throws ReadingsUnreadable when the file cannot be read to its end; then nothing is stored.
 */
export async function importReadingsFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  path: string,
  options: ReadingsImport & Partial<GreenButtonOptions>,
): Promise<ReadingsSummary> {
  const { usagePoints = new Map(), spreadsMonths = false } = options
  const source = (await isXml(path)) ? greenButtonSource(path, { usagePoints, spreadsMonths }) : csvSource(path)
  return importReadings(deps, path, source, options)
}

/**
 * True when the file's first non-space character is `<`, in UTF-8 or UTF-16.
 *
 * @throws ReadingsUnreadable when the file does not exist.
 */
async function isXml(path: string): Promise<boolean> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512)
      return /^[\0\uFEFF\u00EF\u00BB\u00BF\u00FE\u00FF\s]*</u.test(buffer.toString('latin1', 0, bytesRead))
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toUnreadable(path, error)
  }
}

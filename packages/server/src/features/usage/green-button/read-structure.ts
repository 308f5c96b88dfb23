import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type LocalDays, ReadingsUnreadable } from '../usage/public.ts'
import { createMonthCollector } from './collect-months.ts'
import { readXml, type XmlElement, type XmlHandler } from './read-xml.ts'

/** Describes the values of a meter reading. `undefined` when the file does not say. */
interface ReadingType {
  readonly uom: number | undefined
  readonly powerOfTenMultiplier: number
  readonly flowDirection: number | undefined
  readonly accumulationBehaviour: number | undefined
  readonly dataQualifier: number | undefined
  readonly kind: number | undefined
  /** The interval length in seconds. */
  readonly intervalLength: number | undefined
  readonly defaultQuality: number | undefined
}

export interface UsagePoint {
  /** Names a mapping file may use: the usage point's URL, its entry id, or the last part of its URL. */
  readonly names: readonly string[]
  /** The account number in the customer part of the file. */
  readonly accountNumber: string | undefined
  readonly meterNumber: string | undefined
}

/** A series of readings, such as the energy delivered at a usage point. */
export interface MeterReading {
  /** Name for the report. */
  readonly name: string
  readonly usagePoint: UsagePoint | undefined
  readonly type: ReadingType | undefined
}

/** Everything in a Green Button file except its readings. Reading types may follow the readings they describe. */
export interface Structure {
  readonly usagePoints: readonly UsagePoint[]
  /** The meter reading of each entry with interval blocks, by the entry's position in the file. */
  readonly seriesOf: (entry: number) => MeterReading | undefined
  /** One local day of each month with readings. */
  readonly months: ReadonlySet<CalendarDate>
}

/** One resource, with the links of its entry and the texts of its elements. */
interface Entry {
  readonly place: number
  readonly links: { readonly rel: string; readonly href: string }[]
  kind: string
  id: string
  readonly fields: Map<string, string>
  readonly usagePoints: string[]
}

const kinds: ReadonlySet<string> = new Set([
  'UsagePoint',
  'MeterReading',
  'ReadingType',
  'IntervalBlock',
  'CustomerAccount',
  'ServiceLocation',
  'EndDevice',
  'Meter',
])
/** Maximum resources per file; more than a utility puts into one. */
const maxEntries = 500_000

/** Counts entries the same way on every pass. A file may be a single resource without a feed. */
export function createEntryCounter(): { readonly onOpen: (name: string) => boolean; readonly place: () => number } {
  let place = -1
  let isRoot = true
  return {
    onOpen: (name) => {
      const isNew = name === 'entry' || (isRoot && name !== 'feed')
      isRoot = false
      if (isNew) place += 1
      return isNew
    },
    place: () => place,
  }
}

/**
 * Reads a Green Button file to its end and collects everything that describes its readings.
 *
 * @throws ReadingsUnreadable when it is not well formed, is truncated, or is not a Green Button file.
 */
export async function readStructure(path: string, days: LocalDays, now: Date): Promise<Structure> {
  const collected: Collected = { byKind: new Map(), blocks: [], months: new Map() }
  const { handler, finish } = createHandler(path, collected, days, now)
  const chunks = readXml(path, handler)
  while ((await chunks.next()).done !== true);
  finish()
  if (collected.byKind.size === 0 && collected.blocks.length === 0)
    throw new ReadingsUnreadable(path, 'is XML but not a Green Button file')
  return link(collected)
}

/** The reference from an entry of interval blocks to its meter reading. */
interface Block {
  readonly address: string
  readonly up: string
}

interface Collected {
  readonly byKind: Map<string, Entry[]>
  /** The blocks by entry position. Blocks of one meter reading share an object, because a file may have very many. */
  readonly blocks: (Block | undefined)[]
  readonly months: Map<string, CalendarDate>
}

function createHandler(path: string, { byKind, blocks, months }: Collected, days: LocalDays, now: Date) {
  const counter = createEntryCounter()
  const sharedBlocks = new Map<string, Block>()
  let entry: Entry | undefined
  const monthsOf = createMonthCollector(months, days, now)
  const finish = () => {
    if (entry === undefined || entry.kind === '') return
    if (entry.place >= maxEntries) throw new ReadingsUnreadable(path, `has more than ${maxEntries} entries`)
    if (entry.kind === 'IntervalBlock') {
      const block = { address: through('MeterReading', entry) ?? '', up: addressOf(entry, 'up') }
      const key = `${block.address} ${block.up}`
      blocks[entry.place] = sharedBlocks.get(key) ?? block
      sharedBlocks.set(key, blocks[entry.place] ?? block)
    } else
      byKind
        .set(entry.kind, byKind.get(entry.kind) ?? [])
        .get(entry.kind)
        ?.push(entry)
  }
  const handler: XmlHandler = {
    onOpen: ({ name, attributes }: XmlElement) => {
      if (counter.onOpen(name)) {
        finish()
        entry = { place: counter.place(), links: [], kind: '', id: '', fields: new Map(), usagePoints: [] }
      }
      monthsOf.onOpen(name)
      if (entry === undefined) return
      if (name === 'link') entry.links.push({ rel: attributes['rel'] ?? '', href: toAddress(attributes['href'] ?? '') })
      else if (entry.kind === '' && kinds.has(name)) entry.kind = name === 'EndDevice' ? 'Meter' : name
    },
    onClose: (name, text, parent) => {
      monthsOf.onClose(name, text, parent)
      if (entry === undefined || text === '' || text.length > 400) return
      if (name === 'id' && parent === 'entry') entry.id = text.replace(/^urn:uuid:/iu, '')
      else if (entry.kind === 'ServiceLocation' && name === 'UsagePoint') entry.usagePoints.push(toAddress(text))
      else if (entry.kind !== 'IntervalBlock' && !entry.fields.has(name)) entry.fields.set(name, text)
    },
  }
  return { handler, finish }
}

/** Strips scheme, host, query, and leading and trailing slashes, because files mix absolute and relative URLs. */
function toAddress(href: string): string {
  const path = href.trim().replace(/^[a-z]+:\/\/[^/]*/iu, '')
  const end = path.search(/[?#]/u)
  return path
    .slice(0, end < 0 ? path.length : end)
    .split('/')
    .filter((part) => part !== '')
    .join('/')
}

const resources = { UsagePoint: toPattern('UsagePoint'), MeterReading: toPattern('MeterReading') }
type Resource = keyof typeof resources

function toPattern(resource: string): RegExp {
  return new RegExp(`^(?:.*/)?${resource}/[^/]+`, 'u')
}

/** The part of an entry's URLs through a resource name and its id: `…/UsagePoint/01`. */
function through(resource: Resource, entry: Pick<Entry, 'links'>): string | undefined {
  for (const rel of ['self', 'up'])
    for (const one of entry.links) {
      const found = one.rel === rel ? resources[resource].exec(one.href)?.[0] : undefined
      if (found !== undefined) return found
    }
  return undefined
}

const addressOf = (entry: Entry, rel = 'self'): string => entry.links.find((one) => one.rel === rel)?.href ?? ''

/** Finds a resource by its own URL, then by a related link to its collection; the only one when no URL names any. */
function createFinder<Value>(resource: Resource, values: ReadonlyMap<Entry, Value>) {
  const byAddress = new Map([...values].map(([entry, value]) => [through(resource, entry) ?? addressOf(entry), value]))
  const byRelated = new Map(
    [...values].flatMap(([{ links }, value]) =>
      links.flatMap(({ rel, href }) => (rel === 'related' ? [[href, value] as const] : [])),
    ),
  )
  const distinct = new Set(values.values())
  const [only] = distinct.size === 1 ? distinct : []
  return ({ address, up }: Block): Value | undefined =>
    byAddress.get(address) ?? byRelated.get(up) ?? (address === '' ? only : undefined)
}

function link({ byKind, blocks, months }: Collected): Structure {
  const entriesOf = (kind: string) => byKind.get(kind) ?? []
  const usagePoints = toUsagePoints(entriesOf('UsagePoint'), byKind)
  const points = [...new Set(usagePoints.values())]
  const findPoint = createFinder('UsagePoint', usagePoints)
  const types = new Map(entriesOf('ReadingType').map((entry) => [addressOf(entry), toReadingType(entry)]))
  const [onlyType] = types.size === 1 ? types.values() : []
  const series = new Map<Entry, MeterReading>()
  for (const entry of entriesOf('MeterReading')) {
    const usagePoint = findPoint({ address: through('UsagePoint', entry) ?? '', up: addressOf(entry, 'up') })
    const related = entry.links.map(({ href }) => types.get(href)).find((type) => type !== undefined)
    const namesType = entry.links.some(({ href }) => href.includes('ReadingType/'))
    const type = related ?? (namesType ? undefined : onlyType)
    series.set(entry, { name: through('MeterReading', entry) ?? entry.id, usagePoint, type })
  }
  const findSeries = createFinder('MeterReading', series)
  // Some files have blocks without a meter reading.
  const unnamed: MeterReading = { name: 'the readings', usagePoint: points[0], type: onlyType }
  return {
    usagePoints: points,
    seriesOf: (place) => {
      const block = blocks[place]
      return block && (findSeries(block) ?? (series.size === 0 && points.length < 2 ? unnamed : undefined))
    },
    months: new Set(months.values()),
  }
}

const lastPart = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

/** Usage points by their entries. A feed may repeat the entry of a usage point, with another id, beside each of its readings. */
function toUsagePoints(entries: readonly Entry[], byKind: Collected['byKind']): ReadonlyMap<Entry, UsagePoint> {
  const byAddress = Map.groupBy(entries, (entry) => through('UsagePoint', entry) ?? addressOf(entry))
  const found = new Map<Entry, UsagePoint>()
  for (const [address, repeated] of byAddress)
    for (const same of address === '' ? repeated.map((entry) => [entry]) : [repeated]) {
      const points = same.map((entry) => toUsagePoint(entry, byKind))
      const [first] = points
      if (first === undefined) continue
      const point = { ...first, names: [...new Set(points.flatMap(({ names }) => names))] }
      for (const entry of same) found.set(entry, point)
    }
  return found
}

/** A usage point belongs to the customer account whose URL is a prefix of its service location's URL. */
function toUsagePoint(entry: Entry, byKind: Collected['byKind']): UsagePoint {
  const address = through('UsagePoint', entry) ?? addressOf(entry)
  const names = [address, entry.id, lastPart(address)].filter((name) => name !== '')
  const place = byKind.get('ServiceLocation')?.find(({ usagePoints }) => usagePoints.includes(address))
  const within = (kind: string, field: string, isOver: (other: Entry) => boolean) =>
    byKind.get(kind)?.find(isOver)?.fields.get(field)
  return {
    names,
    accountNumber:
      place &&
      within('CustomerAccount', 'accountId', (account) => addressOf(place).startsWith(`${addressOf(account)}/`)),
    meterNumber:
      place && within('Meter', 'serialNumber', (meter) => addressOf(meter).startsWith(`${addressOf(place)}/`)),
  }
}

function toReadingType({ fields }: Entry): ReadingType {
  const numberOf = (...names: readonly string[]) => {
    const text = names.map((name) => fields.get(name)).find((value) => value !== undefined)
    return text !== undefined && /^[-+]?\d{1,9}$/u.test(text) ? Number(text) : undefined
  }
  return {
    uom: numberOf('uom'),
    powerOfTenMultiplier: numberOf('powerOfTenMultiplier') ?? 0,
    flowDirection: numberOf('flowDirection'),
    accumulationBehaviour: numberOf('accumulationBehaviour', 'accumulationBehavior'),
    dataQualifier: numberOf('dataQualifier'),
    kind: numberOf('kind'),
    intervalLength: numberOf('intervalLength'),
    defaultQuality: numberOf('defaultQuality'),
  }
}

import { isRoutingNumber } from '@coopline/rules/paying/drafts/routing-number'

/** The number of entries of a bank file, and the sums of its debits and credits in cents. */
export interface NachaTotals {
  readonly entries: number
  readonly debits: number
  readonly credits: number
}

export interface NachaFault {
  /** The number of the line, from 1. */
  readonly line: number
  readonly reason: string
}

interface Reading {
  readonly faults: NachaFault[]
  batch: Sums | null
  readonly file: Sums
  batches: number
  trace: string
}

interface Sums {
  count: number
  hash: number
  debits: number
  credits: number
  serviceClass: string
  number: string
}

const emptySums = (serviceClass = '', number = ''): Sums => ({
  count: 0,
  hash: 0,
  debits: 0,
  credits: 0,
  serviceClass,
  number,
})

const creditCodes = new Set(['21', '22', '23', '31', '32', '33'])
const debitCodes = new Set(['26', '27', '28', '36', '37', '38'])

/**
 * Parses a bank file line by line, as a bank would, and checks lines, blocks, counts, hashes and totals. Shares no code with the
 * writer, so that a writer bug cannot hide. Keeps only totals and faults in memory.
 */
export class NachaCheck {
  readonly #reading: Reading = { faults: [], batch: null, file: emptySums(), batches: 0, trace: '' }
  #lines = 0
  /** The block count in the file control record, once read. */
  #control: { readonly line: number; readonly blocks: number } | undefined

  /** @param line without its line ending. */
  add(line: string): void {
    const isEnd = this.#control === undefined && this.#lines > 0 && line.startsWith('9')
    const expected = this.#lines === 0 ? '1' : isEnd ? '9' : this.#control === undefined ? 'body' : 'filler'
    this.#lines += 1
    for (const reason of checkLine(this.#reading, line, expected)) this.#fault(this.#lines, reason)
    if (isEnd) this.#control = { line: this.#lines, blocks: Number(line.slice(7, 13)) }
  }

  /** @param rest the text after the last line ending; must be empty. */
  end(rest: string): { readonly totals: NachaTotals; readonly faults: readonly NachaFault[] } {
    if (rest !== '') this.#fault(this.#lines + 1, 'does not end with a new line')
    if (this.#control === undefined) this.#fault(this.#lines, 'has no file control record')
    else if (this.#control.blocks !== this.#lines / 10) this.#fault(this.#control.line, 'counts other blocks')
    if (this.#lines % 10 !== 0) this.#fault(this.#lines, 'does not fill a block of ten lines')
    const { count: entries, debits, credits } = this.#reading.file
    return { totals: { entries, debits, credits }, faults: this.#reading.faults }
  }

  #fault(line: number, reason: string): void {
    this.#reading.faults.push({ line, reason })
  }
}

function checkLine(reading: Reading, line: string, expected: string): readonly string[] {
  if (line.length !== 94) return [`has ${line.length} characters instead of 94`]
  if (!/^[ -~]*$/u.test(line)) return ['has characters that are not ASCII']
  if (expected === 'filler') return /^9+$/u.test(line) ? [] : ['follows the file control record']
  if (expected === '1') return checkFileHeader(line)
  if (expected === '9') return checkFileControl(reading, line)
  if (line.startsWith('5')) return openBatch(reading, line)
  if (line.startsWith('6')) return checkEntry(reading, line)
  return line.startsWith('8') ? closeBatch(reading, line) : ['is of an unexpected type']
}

const checkFileHeader = (line: string): readonly string[] => [
  ...(/^101[ \d]\d{9}.{10}\d{6}\d{4}[A-Z0-9]094101/u.test(line) ? [] : ['is no file header']),
  // A destination of ten digits was assigned by the bank, with or without its routing number.
  ...(line[3] !== ' ' || isRoutingNumber(line.slice(4, 13)) ? [] : ['has a wrong routing number']),
]

function openBatch(reading: Reading, line: string): readonly string[] {
  const isOpen = reading.batch !== null
  reading.batch = emptySums(line.slice(1, 4), line.slice(79))
  reading.batches += 1
  return [
    ...(isOpen ? ['begins a batch within another one'] : []),
    ...(/^5(?:200|220|225).{46}(?:WEB|PPD|CCD)/u.test(line) ? [] : ['has an unknown service class or entry class']),
    ...(Number(line.slice(87)) === reading.batches ? [] : ['has a batch number out of order']),
  ]
}

function checkEntry(reading: Reading, line: string): readonly string[] {
  const { batch } = reading
  if (batch === null) return ['is outside of a batch']
  const [code, routing, amount, trace] = [line.slice(1, 3), line.slice(3, 12), line.slice(29, 39), line.slice(79)]
  const isCredit = creditCodes.has(code)
  const isAfter = trace > reading.trace
  reading.trace = trace
  for (const sums of [batch, reading.file]) {
    sums.count += 1
    sums.hash += Number(routing.slice(0, 8))
    sums[isCredit ? 'credits' : 'debits'] += Number(amount)
  }
  const isPrenote = code === '28' || code === '38'
  return [
    ...(isCredit || debitCodes.has(code) ? [] : ['has an unknown transaction code']),
    ...(isRoutingNumber(routing) ? [] : ['has a wrong routing number']),
    ...(/^\d{10}$/u.test(amount) ? [] : ['has a wrong amount']),
    ...(isPrenote === (Number(amount) === 0) ? [] : ['has an amount that does not suit its code']),
    ...(/^[0-9A-Za-z -]*[0-9A-Za-z] *$/u.test(line.slice(12, 29)) ? [] : ['has no account number']),
    ...(line.slice(54, 76).trim() === '' ? ['has no name'] : []),
    ...(/^\d{15}$/u.test(trace) && isAfter ? [] : ['has a trace number out of order']),
    ...(trace.slice(0, 8) === batch.number.slice(0, 8) ? [] : ['has the trace number of another bank']),
    ...(isCredit && batch.serviceClass === '225' ? ['is a credit in a batch of debits'] : []),
  ]
}

function closeBatch(reading: Reading, line: string): readonly string[] {
  const { batch } = reading
  if (batch === null) return ['ends a batch that did not begin']
  reading.batch = null
  return [
    ...(line.slice(1, 4) === batch.serviceClass ? [] : ['has another service class than its batch']),
    ...(line.slice(79) === batch.number ? [] : ['has another batch number than its batch']),
    ...checkSums(batch, [line.slice(4, 10), line.slice(10, 20), line.slice(20, 32), line.slice(32, 44)]),
  ]
}

function checkFileControl(reading: Reading, line: string): readonly string[] {
  return [
    ...(reading.batch === null ? [] : ['follows a batch without an end']),
    ...(Number(line.slice(1, 7)) === reading.batches ? [] : ['counts other batches']),
    ...checkSums(reading.file, [line.slice(13, 21), line.slice(21, 31), line.slice(31, 43), line.slice(43, 55)]),
  ]
}

function checkSums(sums: Sums, stated: readonly [count: string, hash: string, debits: string, credits: string]) {
  const found = [sums.count, sums.hash % 10_000_000_000, sums.debits, sums.credits]
  const names = ['counts other entries', 'has another entry hash', 'has other debits', 'has other credits']
  return names.filter((_, index) => Number(stated[index]) !== found[index])
}

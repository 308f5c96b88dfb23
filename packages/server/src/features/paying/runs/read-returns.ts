import type { NachaFault } from './read-nacha.ts'

/** A return or a notification of change from a bank about one of our entries. */
export interface BankReturn {
  /** The line of the entry, from 1. */
  readonly line: number
  /** R01 to R85 for a return, C01 to C14 for a notification of change. */
  readonly code: string
  /** The trace number of our entry. */
  readonly trace: string
  /** The amount in cents; 0 for a prenote and for a notification of change. */
  readonly amount: number
  /** The new details of a notification of change. */
  readonly corrected: string
}

/** The number of characters of a record. */
export const lineLength = 94

/**
 * Parses the returns (addenda 99) and notifications of change (addenda 98) of a file. Banks may cut trailing blanks, omit the filler lines
 * or write no line ends. An unreadable entry is a fault at its line, and the others are parsed.
 */
export function readReturns(content: string): {
  readonly returns: readonly BankReturn[]
  readonly faults: readonly NachaFault[]
} {
  const returns: BankReturn[] = []
  const faults: NachaFault[] = []
  let entry: { readonly line: number; readonly text: string } | null = null
  const miss = () => {
    if (entry !== null) faults.push({ line: entry.line, reason: 'is neither a return nor a notification of change' })
    entry = null
  }
  for (const [index, raw] of linesOf(content).entries()) {
    const [line, text] = [index + 1, raw.padEnd(lineLength)]
    const type = text.slice(0, 1)
    if (type !== '7') miss()
    if (text.length !== lineLength) faults.push({ line, reason: `has ${text.length} characters instead of 94` })
    else if (type === '6') entry = { line, text }
    else if (type === '7' && entry !== null) {
      const found = readAddenda(entry.line, entry.text, text)
      if (found === null) faults.push({ line, reason: 'is no addenda of a return or a notification of change' })
      else returns.push(found)
      entry = null
    } else if (type === '7') faults.push({ line, reason: 'belongs to no entry' })
    else if (!['1', '5', '8', '9'].includes(type) && text.trim() !== '')
      faults.push({ line, reason: 'is of an unexpected type' })
  }
  miss()
  return { returns, faults }
}

/** Returns the lines of a file of records, also of one without line ends. */
export function linesOf(content: string): readonly string[] {
  const trimmed = content.trimEnd()
  if (/[\r\n]/u.test(trimmed) || trimmed.length <= lineLength) return content.split(/\r?\n/u)
  return content.match(/[\s\S]{1,94}/gu) ?? []
}

function readAddenda(line: number, entry: string, addenda: string): BankReturn | null {
  const [kind, code, trace] = [addenda.slice(1, 3), addenda.slice(3, 6), addenda.slice(6, 21).trim()]
  const amount = entry.slice(29, 39)
  const isKnown = (kind === '99' && /^R\d\d$/u.test(code)) || (kind === '98' && /^C\d\d$/u.test(code))
  if (!isKnown || !/^\d{1,15}$/u.test(trace) || !/^\d{10}$/u.test(amount)) return null
  return { line, code, trace, amount: Number(amount), corrected: addenda.slice(35, 64) }
}

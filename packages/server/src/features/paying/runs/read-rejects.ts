import { isReturnCode } from '@coopline/rules/paying/runs/return-codes'
import { lineLength, linesOf } from './read-returns.ts'

/** A line of a list of rejected entries, with the trace numbers that it may name. */
export interface RejectLine {
  /** From 1. */
  readonly line: number
  readonly numbers: readonly string[]
}

/** Blanks at the end may be cut, so a header or control record may be shorter than 94 characters, but not as short as a trace number. */
const shortestRecord = 50

/** The return codes of ACH operators, which did not pass the entry on to the payer's bank. */
const operatorCodes = ['R13', 'R18', 'R19', 'R25', 'R26', 'R27', 'R28', 'R30', 'R32', 'R34', 'R35', 'R36']

/** Finds the first return or notification of change of a payer's bank in a list: that bank got the entry, so it was not rejected. */
export function findAnswer(content: string): { readonly line: number; readonly code: string } | null {
  for (const [index, text] of linesOf(content).entries()) {
    const [, code = ''] = /^79[89]([CR]\d\d)\d{15}/u.exec(text) ?? []
    if (code.startsWith('C') || (isReturnCode(code) && !operatorCodes.includes(code))) return { line: index + 1, code }
  }
  return null
}

/**
 * Parses a list of the entries that a bank rejected. Banks have no common form for it: any line may name an entry by its trace number. In a
 * file with records of Nacha, the addenda of a return names our entry, and an entry without one is ours. Lines without a long number are
 * left out.
 */
export function readRejects(content: string): readonly RejectLine[] {
  const lines = linesOf(content).map((line) => line.replace(/\r$/u, ''))
  const hasRecords = lines.some((line) => isEntry(line) || isAddenda(line))
  return lines.flatMap((text, index) => {
    const numbers = hasRecords ? numbersOfRecord(text, lines[index + 1] ?? '') : numbersIn(text)
    return numbers.length === 0 ? [] : [{ line: index + 1, numbers }]
  })
}

const isEntry = (text: string): boolean => text.length === lineLength && /^6\d{11}/u.test(text)

const isAddenda = (text: string): boolean => /^799.{3}\d{15}/u.test(text)

function numbersOfRecord(text: string, next: string): readonly string[] {
  if (isAddenda(text)) return [text.slice(6, 21)]
  if (isEntry(text)) return isAddenda(next) ? [] : [text.slice(79)]
  return /^[15789]\d/u.test(text) && text.length >= shortestRecord ? [] : numbersIn(text)
}

/** Finds numbers of 15 digits, and those that a spreadsheet made of them: without the zero in front, or shortened to a power of ten. */
const numbersIn = (text: string): readonly string[] =>
  (text.match(/\d{14,}|\d(?:[.,]\d+)?E\+1[34]/giu) ?? []).map((number) => number.padStart(15, '0'))

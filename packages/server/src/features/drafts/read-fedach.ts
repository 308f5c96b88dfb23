import { isRoutingNumber } from '@coopline/rules/drafts/routing-number'
import type { Institution } from './drafts.store.ts'

/** Places in a line of the Federal Reserve's FedACH directory, from 0, the second one excluded. */
const places = { routingNumber: [0, 9], name: [35, 71], statusCode: [148, 149] } as const

const lineLength = 155

export interface FedachFault {
  /** From 1. */
  readonly line: number
  readonly reason: string
}

/** What a directory lists: its banks, or why it cannot be read. */
export type FedachDirectory =
  | { readonly institutions: readonly Institution[] }
  | { readonly faults: readonly FedachFault[] }

/**
 * Reads the FedACH directory: lines of 155 characters, of which spaces at the end may be missing. One bad line refuses the
 * whole file, because a truncated directory would turn away members of the banks that it lacks.
 */
export function readFedach(text: string): FedachDirectory {
  const lines = text.split(/\r?\n/u).map((line) => line.padEnd(lineLength))
  const institutions = new Map<string, Institution>()
  const faults: FedachFault[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const routingNumber = line.slice(...places.routingNumber)
    const name = line.slice(...places.name).trim()
    const reason = faultOf(line, routingNumber, name)
    if (reason === null) institutions.set(routingNumber, { routingNumber, name })
    else faults.push({ line: index + 1, reason })
  }
  if (faults.length > 0) return { faults }
  if (institutions.size === 0) return { faults: [{ line: 1, reason: 'lists no bank' }] }
  return { institutions: [...institutions.values()] }
}

function faultOf(line: string, routingNumber: string, name: string): string | null {
  if (line.length !== lineLength) return `has ${line.length} characters instead of ${lineLength}`
  if (!isRoutingNumber(routingNumber)) return 'begins with no routing number'
  if (name === '') return 'names no bank'
  return line.slice(...places.statusCode) === '1' ? null : 'has no status code 1 in column 149'
}

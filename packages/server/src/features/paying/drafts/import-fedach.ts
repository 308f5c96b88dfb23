import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Institution, replaceInstitutions } from './drafts.store.ts'
import { isRoutingNumber } from '@coopline/rules/paying/drafts/routing-number'
import { z } from 'zod'

/** The positions of fields in a line of the Federal Reserve's FedACH directory, from 0. The end is exclusive. */
const places = { routingNumber: [0, 9], name: [35, 71], statusCode: [148, 149] } as const

const lineLength = 155

interface FedachFault {
  /** The line of a text file, or the place of a participant in a JSON file, from 1. */
  readonly line: number
  readonly reason: string
}

/** The banks of a directory, or the faults that make it unreadable. */
type FedachDirectory = { readonly institutions: readonly Institution[] } | { readonly faults: readonly FedachFault[] }

/**
 * Reads the FedACH directory: lines of 155 characters, of which spaces at the end may be missing, or the JSON that the Federal
 * Reserve's directory service answers with. One bad line or participant refuses the whole file, because a truncated directory
 * would turn away members of the banks that it lacks.
 */
function readFedach(text: string): FedachDirectory {
  return /^[\uFEFF\s]*\{/u.test(text) ? readJson(text) : readLines(text)
}

const answer = z.object({
  fedACHParticipants: z.object({
    response: z.object({ code: z.literal(200) }).optional(),
    fedACHParticipants: z.array(z.unknown()).min(1),
  }),
})
const participant = z.object({
  routingNumber: z.string(),
  customerName: z.string(),
  institutionStatusCode: z.string(),
})

function readJson(text: string): FedachDirectory {
  const found = answer.safeParse(parsed(text))
  if (!found.success) return { faults: [{ line: 1, reason: 'is no complete answer of the FedACH directory in JSON' }] }
  return toDirectory(
    found.data.fedACHParticipants.fedACHParticipants.map((given) => {
      const read = participant.safeParse(given)
      if (!read.success) return 'is no participant of the FedACH directory'
      const { routingNumber, customerName, institutionStatusCode } = read.data
      return toInstitution(routingNumber, customerName.trim(), institutionStatusCode, 'institutionStatusCode')
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''))
  } catch {
    return undefined
  }
}

function readLines(text: string): FedachDirectory {
  const lines = text.split(/\r?\n/u).map((line) => line.padEnd(lineLength))
  return toDirectory(
    lines.map((line) => {
      if (line.trim() === '') return null
      if (line.length !== lineLength) return `has ${line.length} characters instead of ${lineLength}`
      const [routingNumber, name] = [line.slice(...places.routingNumber), line.slice(...places.name).trim()]
      return toInstitution(routingNumber, name, line.slice(...places.statusCode), 'column 149')
    }),
  )
}

/** @param found for each line a bank, the reason why it is refused, or `null` to skip it. */
function toDirectory(found: readonly (Institution | string | null)[]): FedachDirectory {
  const faults = found.flatMap((one, index) => (typeof one === 'string' ? [{ line: index + 1, reason: one }] : []))
  if (faults.length > 0) return { faults }
  const banks = found.filter((one) => typeof one === 'object' && one !== null)
  if (banks.length === 0) return { faults: [{ line: 1, reason: 'lists no bank' }] }
  return { institutions: [...new Map(banks.map((bank) => [bank.routingNumber, bank])).values()] }
}

function toInstitution(
  routingNumber: string,
  name: string,
  statusCode: string,
  statusPlace: string,
): Institution | string {
  if (!isRoutingNumber(routingNumber)) return 'begins with no routing number'
  if (name === '') return 'names no bank'
  return statusCode === '1' ? { routingNumber, name } : `has no status code 1 in ${statusPlace}`
}

const displayedFaults = 10

/** Replaces the directory of banks by a file of the Federal Reserve (`coopline import fedach FILE`), as a whole or not at all. */
export async function importFedach({ db, clock }: Pick<Deps, 'db' | 'clock'>, file: string): Promise<CommandOutcome> {
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return { output: `${file} cannot be read`, exitCode: 1 }
  const directory = readFedach(isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1'))
  if ('faults' in directory) {
    const { faults } = directory
    const lines = faults.slice(0, displayedFaults).map(({ line, reason }) => `${file}, line ${line}: ${reason}`)
    return { output: [...lines, `${faults.length} lines are wrong. Nothing was imported.`].join('\n'), exitCode: 1 }
  }
  const { institutions } = directory
  await inTransaction(db, async (tx) => {
    await replaceInstitutions(tx, institutions)
    await recordAudit(tx, {
      kind: 'drafts.directory-imported',
      at: clock.now(),
      detail: { banks: institutions.length },
    })
  })
  return { output: `Imported ${institutions.length} banks.`, exitCode: 0, value: { banks: institutions.length } }
}

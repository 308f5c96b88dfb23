import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import type { Deps } from '../platform/deps.ts'
import { importReturns } from '../features/paying/runs/import-returns.ts'
import type { openRuns } from './runs-in-test.ts'

type RunsInTest = Awaited<ReturnType<typeof openRuns>>

/** Takes the draft that is due and sends it to the bank. @returns the line of its entry. */
export async function collectEntry(ada: RunsInTest, date = '2026-12-15'): Promise<string> {
  await ada.runOn(date)
  await ada.exported()
  const entry = ada
    .files()
    .flatMap(({ lines }) => lines.filter((line) => line.startsWith('6')))
    .at(-1)
  if (entry === undefined) throw new Error('Nothing was collected')
  return entry
}

/** The line by which a bank says why it answers an entry of ours. */
export const addenda = (entry: string, code: string, data = '') =>
  `7${code.startsWith('C') ? '98' : '99'}${code}${entry.slice(79)}      ${entry.slice(3, 11)}${data.padEnd(44)}091000019999999`

/** The pair of lines by which a bank returns an entry or corrects it. */
export const answered = (entry: string, code: string, data = '') => [
  `626${entry.slice(3, 78)}1${entry.slice(79)}`,
  addenda(entry, code, data),
]

let imports = 0

/** Imports these lines as a file of the bank, which the output calls FILE. */
export async function importLines(
  deps: Deps,
  lines: readonly string[],
  end = '\n',
): Promise<Omit<CommandOutcome, 'value'>> {
  const file = join(mkdtempSync(join(tmpdir(), 'coopline-returns-')), `returns-${(imports += 1)}.ach`)
  writeFileSync(file, lines.join(end))
  const { output, exitCode } = await importReturns(deps, file)
  return { output: output.replaceAll(file, 'FILE'), exitCode }
}

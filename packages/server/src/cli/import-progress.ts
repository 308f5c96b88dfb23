import type { Clock } from '../platform/clock.ts'
import type { ImportProgress } from '../features/site/integration/public.ts'

/** The output for progress: a terminal gets a moving bar, anything else a plain line every few seconds. */
export interface ProgressTarget {
  readonly isTTY: boolean
  readonly columns: number
  readonly write: (text: string) => void
}

const barCells = 24
const terminalEveryMs = 100
const plainEveryMs = 5000

/** Shows the progress of an import. Call `show` with every progress, and `end` before anything else is printed. */
export function createImportProgress(
  target: ProgressTarget,
  clock: Clock,
): { show: (progress: ImportProgress) => void; end: () => void } {
  let file = ''
  let startedAt = 0
  let shownAt = 0
  const endLine = () => {
    if (target.isTTY && file !== '') target.write('\n')
  }
  return {
    show: (progress) => {
      const now = clock.now().getTime()
      if (progress.file !== file) {
        endLine()
        file = progress.file
        startedAt = now
        shownAt = now
      }
      if (!progress.done && now - shownAt < (target.isTTY ? terminalEveryMs : plainEveryMs)) return
      shownAt = now
      const line = progressLine(progress, now - startedAt)
      target.write(target.isTTY ? `\r${line.slice(0, target.columns - 1)}\u001b[K` : `${line}\n`)
    },
    end: () => {
      endLine()
      file = ''
    },
  }
}

/** `bills.csv     [############............]  50 %      17,000 rows    21,250 rows/s` @internal */
export function progressLine({ file, rows, bytesRead, bytes }: ImportProgress, elapsedMs: number): string {
  const share = bytes === 0 ? 1 : Math.min(1, bytesRead / bytes)
  const full = Math.floor(share * barCells)
  const rate = elapsedMs <= 0 ? 0 : Math.round((rows * 1000) / elapsedMs)
  const bar = `${'#'.repeat(full)}${'.'.repeat(barCells - full)}`
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `${file.padEnd(13)} [${bar}] ${percent} % ${grouped(rows).padStart(11)} rows ${grouped(rate).padStart(9)} rows/s`
}

const grouped = (n: number): string => n.toLocaleString('en-US')

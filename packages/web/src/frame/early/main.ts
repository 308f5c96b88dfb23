import { afterPress } from '@coopline/ui/press'
import { isRecord } from '../../portal/call/is-record.ts'
import { type EarlyWork, notLoadedId, type PageReads } from '../../portal/call/early-work.ts'
import { answerFrame } from './answer-frame.ts'
import { startReads } from './start-reads.ts'

/**
 * The script inside every served page, which runs while the portal's own scripts are still on their way: seconds on a
 * slow phone. It is built as one file without imports, and the security policy names its hash.
 */
export function beginEarly(): void {
  const early: EarlyWork = {
    answers: new Map(),
    ...answerFrame(document, () => early.giveUp()),
    afterPress,
    giveUp: () => giveUp(document, early),
  }
  window.cooplineEarly = early
  const reads = servedReads()
  if (reads !== null) startReads(reads, early)
  loadPreloads()
}

/** After the reads: a browser has six connections for a host that speaks HTTP/1.1, and the scripts would take them all. */
function loadPreloads(): void {
  const preloads = document.getElementById('coopline-preloads')
  if (preloads instanceof HTMLTemplateElement) document.head.append(preloads.content)
}

/** Returns the reads that the server has written beside the start-up data; `null` without any. */
function servedReads(): PageReads | null {
  const start: unknown = JSON.parse(document.getElementById('coopline-start')?.textContent ?? 'null')
  // The server draws it from `page-reads.ts`.
  return isRecord(start) && isRecord(start['reads']) ? (start['reads'] as unknown as PageReads) : null
}

beginEarly()

/** Ends the wait for scripts that did not load: no control is busy any longer, and a notice offers to load the page again. */
function giveUp(root: Document, { answers, presses, end }: Omit<EarlyWork, 'giveUp'>): void {
  end()
  presses.clear()
  for (const { stop } of answers.values()) stop()
  answers.clear()
  for (const busy of root.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
  const notice = root.getElementById(notLoadedId)
  if (notice === null) return
  notice.hidden = false
  notice.querySelector('a')?.focus()
}

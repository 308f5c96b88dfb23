import { type EarlyWork, notLoadedId } from '../../portal/call/early-work.ts'

/** Ends the wait for scripts that did not load: nothing is busy any more, and a notice offers to load the page again. */
export function giveUp(root: Document, { answers, presses, end }: Omit<EarlyWork, 'giveUp'>): void {
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

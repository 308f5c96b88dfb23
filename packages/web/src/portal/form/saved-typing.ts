import { findStoredUser } from '../session/stored-user.ts'

const patienceMs = 30 * 60_000

/** The forms on the page that can be restored: what is typed in each, or `null` while nothing is. */
const open = new Map<string, () => object | null>()
let kept: { readonly memberNumber: string; readonly until: number; readonly forms: Map<string, object> } | null = null

/** Has what is typed in a form kept when the session ends meanwhile. @returns how to end that. */
export function watchTyping(name: string, findTyped: () => object | null): () => void {
  open.set(name, findTyped)
  return () => {
    if (open.get(name) === findTyped) open.delete(name)
  }
}

/**
 * Keeps what is typed in the page's forms until their member has signed in again, for half an hour at most. It stays in this
 * document's memory and is stored nowhere (REQ-D-401).
 */
export function keepTyping(memberNumber: string): void {
  const forms = new Map<string, object>()
  for (const [name, findTyped] of open) {
    const typed = findTyped()
    if (typed !== null) forms.set(name, typed)
  }
  kept = forms.size === 0 ? null : { memberNumber, until: Date.now() + patienceMs, forms }
}

/** Discards what another member typed, and what was kept for too long. */
export function forgetTypingOfOthers(memberNumber: string | undefined): void {
  if (kept !== null && (kept.until < Date.now() || memberNumber !== kept.memberNumber)) kept = null
}

/** Finds the values that the signed-in member had typed in a form when their session ended. Another member's values are dropped. */
export function findSavedTyping(name: string): object | undefined {
  forgetTypingOfOthers(findStoredUser()?.memberNumber)
  return kept?.forms.get(name)
}

/** @param name one form, which has it now; all when absent. */
export function forgetSavedTyping(name?: string): void {
  if (name === undefined) kept = null
  else kept?.forms.delete(name)
}

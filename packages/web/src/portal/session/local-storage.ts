/**
 * Local storage that never throws: browsers refuse it in private windows, with cookies blocked, or when it is full.
 * A value that could not be stored is missing on the next visit.
 */
export function readLocalItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeLocalItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice then holds for this page only.
  }
}

export function removeLocalItem(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A value that could not be written is not there.
  }
}

/** Removes everything but the `kept` keys. */
export function clearLocalItems(kept: ReadonlySet<string>): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!kept.has(key)) localStorage.removeItem(key)
    }
  } catch {
    // A value that could not be written is not there.
  }
}

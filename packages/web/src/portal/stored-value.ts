/**
 * Local storage that cannot fail: browsers refuse it in private windows, with cookies blocked, or when it is full.
 * A value that cannot be kept is simply not there the next time.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice then holds for this page only.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // What could not be written cannot be there.
  }
}

/** Forgets everything that this browser keeps, but for the keys named. */
export function forgetAllStored(kept: ReadonlySet<string>): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!kept.has(key)) localStorage.removeItem(key)
    }
  } catch {
    // What could not be written cannot be there.
  }
}

/** Session storage that never throws, like `local-storage.ts`. Values are JSON and last until the tab is closed. */
export function readSessionItem(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function writeSessionItem(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page then works without the value.
  }
}

export function removeSessionItem(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // A value that could not be written is not there.
  }
}

/** Removes everything that this tab stores. */
export function clearSessionItems(): void {
  try {
    sessionStorage.clear()
  } catch {
    // A value that could not be written is not there.
  }
}

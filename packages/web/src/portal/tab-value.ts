/** Session storage that cannot fail, as `stored-value.ts`: kept for this tab, until it is closed. Values are JSON. */
export function readTabValue(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function writeTabValue(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A page that cannot keep it shows what it can without.
  }
}

export function removeTabValue(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // What could not be written cannot be there.
  }
}

/** Forgets everything that this tab keeps. */
export function forgetTabValues(): void {
  try {
    sessionStorage.clear()
  } catch {
    // What could not be written cannot be there.
  }
}

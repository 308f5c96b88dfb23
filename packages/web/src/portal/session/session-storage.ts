/** The portal view of this tab (`portal-view.ts`). */
export const portalViewKey = 'staff_portalView'

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

/** Removes everything that this tab stores of a member. A portal view of staff ends by `leavePortalView` only. */
export function clearSessionItems(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key !== portalViewKey) sessionStorage.removeItem(key)
  } catch {
    // A value that could not be written is not there.
  }
}

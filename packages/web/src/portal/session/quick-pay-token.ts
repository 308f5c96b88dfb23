import { readLocalItem, removeLocalItem, writeLocalItem } from './local-storage.ts'
import { removeSessionItem } from './session-storage.ts'

const storageKey = 'mcp_quickPayToken'

/** The storage key of the pay step, for a payer who returns from the provider's page with Back. */
export const handOffKey = 'mcp_quickPayHandOff'

/** The visitor's short-lived token, in local storage as QP-35 says; worth nothing without its HttpOnly cookie. */
export const readQuickPayToken = (): string | null => readLocalItem(storageKey)

export const keepQuickPayToken = (token: string): void => writeLocalItem(storageKey, token)

/** Ends Quick Pay in this browser: after a successful payment, and when the visitor starts over. */
export function forgetQuickPay(): void {
  removeLocalItem(storageKey)
  removeSessionItem(handOffKey)
}

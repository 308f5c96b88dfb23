import { readStored, removeStored, writeStored } from './stored-value.ts'
import { removeTabValue } from './tab-value.ts'

const storageKey = 'mcp_quickPayToken'

/** Where this tab keeps the pay step for a payer who comes back from the provider's page with Back. */
export const handOffKey = 'mcp_quickPayHandOff'

/** The visitor's short-lived token, in local storage as QP-35 says; worth nothing without its HttpOnly cookie. */
export const readQuickPayToken = (): string | null => readStored(storageKey)

export const keepQuickPayToken = (token: string): void => writeStored(storageKey, token)

/** Ends Quick Pay in this browser: after a successful payment, and when the visitor starts over. */
export function forgetQuickPay(): void {
  removeStored(storageKey)
  removeTabValue(handOffKey)
}

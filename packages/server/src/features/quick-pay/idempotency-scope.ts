import type { Deps } from '../../platform/deps.ts'

/** What payments of a grant are recorded under. */
export const idempotencyScopeOf = (grantId: string): string => `quick-pay:${grantId}`

const afterHandOffMs = 60 * 60_000

/** For how long after the token's end a payment may still be asked after: as long as it may be at the provider, and an hour. */
export const resultShownMs = ({ settings }: Pick<Deps, 'settings'>): number =>
  settings.current().requisitionExpiryMinutes * 60_000 + afterHandOffMs

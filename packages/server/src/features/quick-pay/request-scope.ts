import type { Deps } from '../../platform/deps.ts'

/** What payments of a pass are recorded under. */
export const requestScopeOf = (passId: string): string => `quick-pay:${passId}`

const afterHandOffMs = 60 * 60_000

/** For how long after the token's end a payment may still be asked after: as long as it may be at the provider, and an hour. */
export const resultShownMs = ({ settings }: Pick<Deps, 'settings'>): number =>
  settings.current().requisitionExpiryMinutes * 60_000 + afterHandOffMs

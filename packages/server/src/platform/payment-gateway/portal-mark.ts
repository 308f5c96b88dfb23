import { createHash } from 'node:crypto'

/**
 * Returns the mark of this portal on the objects of a provider. An account may serve several portals, such as a test and a production
 * portal. It does not depend on a key, because payments outlive keys.
 */
export const portalMark = (publicOrigin: string): string =>
  createHash('sha256').update(publicOrigin).digest('hex').slice(0, 16)

import { apiPrefix } from '@coopline/contract/paths'
import type { Deps } from '../../../platform/deps.ts'

/** Returns the address below which the portal serves ESPI resources. */
export const espiBase = ({ env }: Pick<Deps, 'env'>): string => `${env.PUBLIC_ORIGIN}${apiPrefix}/espi/1_1/resource`

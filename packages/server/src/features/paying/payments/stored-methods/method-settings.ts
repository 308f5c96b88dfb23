import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { offeredBy } from '@coopline/rules/paying/payment-method/payment-methods'
import type { Deps } from '../../../../platform/deps.ts'
import { providerOf } from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { StoredMethod } from './stored-methods.store.ts'

/** Returns the settings with the methods closed that the provider of new payments does not take. */
export const methodSettings = ({ settings, gateways }: Pick<Deps, 'settings' | 'gateways'>): Settings =>
  offeredBy(gateways.current.capabilities.methods, settings.current())

/** Returns the settings with the methods closed that the provider of new payments does not store. */
export const storingSettings = ({ settings, gateways }: Pick<Deps, 'settings' | 'gateways'>): Settings =>
  offeredBy(gateways.current.capabilities.storedMethods, settings.current())

/** Finds the reason that a stored method cannot be charged on any day or with any amount; `null` when there is none. */
export const lastingProblemOf = (
  deps: Pick<Deps, 'gateways'>,
  method: StoredMethod,
): 'method-out-of-reach' | 'method-refused' | null =>
  isOutOfReach(deps, method) ? 'method-out-of-reach' : method.isRefused ? 'method-refused' : null

/** True when the portal cannot charge a stored method: its provider no longer has it or charges no such method, or has no keys here. */
export function isOutOfReach(
  { gateways }: Pick<Deps, 'gateways'>,
  { provider, paymentType, isGone }: Pick<StoredMethod, 'provider' | 'paymentType' | 'isGone'>,
): boolean {
  const gateway = gateways.find(providerOf(provider))
  return isGone || gateway === undefined || !gateway.capabilities.storedMethods.includes(paymentType)
}

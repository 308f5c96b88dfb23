import type { Deps } from '../platform/deps.ts'
import { gatewaysOf } from '../platform/payment-gateway/gateways.ts'
import type { PaymentGateway } from '../platform/payment-gateway/payment-gateway.ts'
import { testSigningKey } from './test-portal.ts'

/** The dependencies with a current provider that differs in some of its functions. */
export const withGateway = (deps: Deps, own: Partial<PaymentGateway>): Deps => ({
  ...deps,
  gateways: gatewaysOf([{ ...deps.gateways.current, ...own }], { ...deps, signingKeys: [testSigningKey] }),
})

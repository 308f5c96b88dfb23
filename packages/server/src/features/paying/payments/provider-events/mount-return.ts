import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../platform/deps.ts'
import { returnPath } from '../../../../platform/payment-gateway/gateways.ts'

/**
 * Leads a payer who returns from a provider without signed return addresses on to the page of the result. It looks nothing up and books
 * nothing: the page asks what became of the payment.
 */
export function mountReturn({ gateways }: Pick<Deps, 'gateways'>, server: FastifyInstance): void {
  server.get<{ Params: { pointer: string }; Querystring: { canceled?: unknown } }>(
    `${returnPath}/:pointer`,
    async (request, reply) => {
      const address = gateways.readReturnAddress(request.params.pointer, request.query.canceled === '1')
      return reply.header('cache-control', 'no-store').redirect(address, 303)
    },
  )
}

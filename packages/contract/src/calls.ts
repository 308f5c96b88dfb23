import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { quickPay } from './quick-pay/quick-pay.contract.ts'
import type { site } from './site/site.contract.ts'

type EndpointsOf<Slice> = Slice[keyof Slice]

/** The endpoints that a browser calls; the provider's are not among them. */
type BrowserEndpoint = EndpointsOf<typeof site> | EndpointsOf<typeof quickPay>

/** What each call takes and answers, by its line (`'POST /v3/…'`): the browser's whole knowledge of the wire, types only. */
export type Calls = {
  [E in BrowserEndpoint as E['call']]: E extends Endpoint<infer P, infer Q, infer B, infer A>
    ? {
        readonly params: z.input<P>
        readonly query: z.input<Q>
        readonly body: z.input<B>
        readonly answer: z.output<A>
      }
    : never
}

import type { z } from 'zod'
import type { Endpoint, FileAnswer } from './endpoint.ts'
import type { contracts } from './endpoints.ts'

type EndpointsOf<Slice> = Slice[keyof Slice]
type AnyEndpoint = { [S in keyof typeof contracts]: EndpointsOf<(typeof contracts)[S]> }[keyof typeof contracts]

/** A file as the client receives it. */
export interface DownloadedFile {
  readonly fileName: string
}

/** The request and response types of each call, by method and path (`'POST /v3/…'`). The browser knows nothing else of the API. */
export type Calls = {
  [E in AnyEndpoint as E['call']]: E extends Endpoint<infer P, infer Q, infer B, infer A>
    ? {
        readonly params: z.input<P>
        readonly query: z.input<Q>
        readonly body: z.input<B>
        readonly answer: z.output<A> extends FileAnswer ? DownloadedFile : z.output<A>
      }
    : never
}

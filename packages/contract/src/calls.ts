import type { z } from 'zod'
import type { Endpoint, FileAnswer } from './endpoint.ts'
import type { contracts } from './endpoints.ts'

type EndpointsOf<Slice> = Slice[keyof Slice]
type AnyEndpoint = { [S in keyof typeof contracts]: EndpointsOf<(typeof contracts)[S]> }[keyof typeof contracts]

/** A file as the client receives it. */
export interface DownloadedFile {
  readonly fileName: string
}

/** What each call takes and answers, by its line (`'POST /v3/…'`): the browser's whole knowledge of the wire, types only. */
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

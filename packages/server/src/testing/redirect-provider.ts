import { NotSignedIn, Unavailable } from '../platform/errors.ts'
import {
  type MethodStatus,
  PageOver,
  type PaymentAtProvider,
  type PaymentGateway,
  type ProviderNews,
  type ProviderPayment,
} from '../platform/payment-gateway/payment-gateway.ts'

/** The other side of a gateway whose page is an address, with a name of its own for each payment. It stands for any such provider. */
export interface RedirectProvider {
  readonly gateway: PaymentGateway
  /** Its answers about payments, by its own name for them; a page that was started is open. */
  readonly answers: Map<string, ProviderPayment>
  /** Its answers about requests to store a method, by its own name for them. */
  readonly methods: Map<string, MethodStatus>
  /** Its calls so far, such as `start T7K2M9QXPR4WZ3HNB`. */
  readonly calls: string[]
  mode: 'answers' | 'down' | 'page over'
}

/** The header that makes a postback of the provider genuine. */
export const redirectSignature = 'a genuine call'

const nameOf = (transNo: string) => `page_${transNo}`

const withoutState = {
  name: 'stripe',
  capabilities: { methods: ['cc', 'echeck'], storedMethods: ['cc', 'echeck'], refunds: 'parts' },
  readEvents: async (headers, body) => {
    if (headers['x-signature'] !== redirectSignature) throw new NotSignedIn('A call without a signature')
    return JSON.parse(Buffer.from(body).toString('utf8')) as readonly ProviderNews[]
  },
  report: async function* () {},
  prove: async () => [{ verdict: 'ok', sentence: 'The keys are right.', advice: null }],
  formOrigins: [],
} as const satisfies Partial<PaymentGateway>

const pageFor = (reference: string) => ({
  target: { kind: 'redirect', url: `https://pay.example/${reference}` } as const,
  reference,
})

type Call = (...words: readonly string[]) => void

const storing = (
  methods: RedirectProvider['methods'],
  call: Call,
): Pick<PaymentGateway, 'startMethod' | 'fetchMethod' | 'forget'> => ({
  startMethod: async ({ reference }) => {
    call('start', reference)
    return pageFor(nameOf(reference))
  },
  fetchMethod: async ({ providerReference }) => methods.get(providerReference ?? '') ?? { kind: 'unknown' },
  forget: async (token) => call('forget', token),
})

/** Creates a provider that exists in this process only. A postback's body is a list of news. */
export function createRedirectProvider(): RedirectProvider {
  const answers = new Map<string, ProviderPayment>()
  const methods = new Map<string, MethodStatus>()
  const calls: string[] = []
  const call: Call = (...words) => {
    calls.push(words.join(' '))
    if (provider.mode === 'down') throw new Unavailable('The payment provider')
  }
  const answerAbout = async (what: string, { reference, transNo }: PaymentAtProvider): Promise<ProviderPayment> => {
    call(what, transNo)
    return answers.get(reference ?? '') ?? { kind: 'unknown' }
  }
  const provider: RedirectProvider = {
    answers,
    methods,
    calls,
    mode: 'answers',
    gateway: {
      ...withoutState,
      ...storing(methods, call),
      start: async ({ transNo }) => {
        call('start', transNo)
        if (provider.mode === 'page over') throw new PageOver('The page is over')
        const reference = nameOf(transNo)
        if (!answers.has(reference)) answers.set(reference, { kind: 'open' })
        return pageFor(reference)
      },
      fetch: async (payment) => answerAbout('fetch', payment),
      end: async (payment) => {
        const answer = await answerAbout('end', payment)
        return answer.kind === 'open' ? { kind: 'over' } : answer
      },
      findNumber: async (reference) => {
        call('find', reference)
        return reference.replace('dispute_of_', '')
      },
      charge: async (payment, _token, remember) => {
        call('charge', payment.transNo)
        await remember(nameOf(payment.transNo))
        return answerAbout('fetch', payment)
      },
      refund: async (payment) => answerAbout('refund', payment),
      ping: async () => call('ping'),
    },
  }
  return provider
}

import { UnusableReport } from '../payment-gateway.ts'

/** A payment, and what stands around the payments, are described in far less. */
const longestPart = 1_048_576

/**
 * Reads the payments of a report (`{ "date", "payments": [ … ] }`) as its bytes arrive, so that memory does not grow with the report. The
 * values of payments come before it is known whether the rest can be read.
 *
 * @throws UnusableReport when the report is cut or malformed; what came before must not be used.
 */
export async function* readReport(day: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const state = startSplit()
  let count = 0
  const attempt = <T>(step: () => T): T => {
    try {
      return step()
    } catch {
      throw new UnusableReport(day, `it is not valid JSON after ${count} payments`)
    }
  }
  for await (const chunk of chunks) {
    const payments = attempt(() => split(state, decoder.decode(chunk, { stream: true })))
    for (const text of payments) {
      yield attempt((): unknown => JSON.parse(text))
      count += 1
    }
    if (state.part.length > longestPart || state.frame.length > longestPart)
      throw new UnusableReport(day, `payment ${count + 1} is longer than ${longestPart} characters`)
  }
  if (state.depth > 0) throw new UnusableReport(day, `it is cut off after ${count} payments`)
  const frame = attempt((): unknown => JSON.parse(state.frame))
  if (state.place !== 'after' || !isFrame(frame)) throw new UnusableReport(day, 'it is no list of payments')
}

const isFrame = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'payments' in value && Array.isArray(value.payments)

/** The progress of splitting a document into its payments and the frame around them. */
interface Split {
  /** The document without its payments. */
  frame: string
  /** The payment that has begun. */
  part: string
  payments: number
  place: 'before' | 'inside' | 'after'
  depth: number
  isText: boolean
  isEscaped: boolean
}

const startSplit = (): Split => ({
  frame: '',
  part: '',
  payments: 0,
  place: 'before',
  depth: 0,
  isText: false,
  isEscaped: false,
})

/**
 * Splits the next piece of a document. Only finds where payments end: whether they and the frame are JSON, the caller checks.
 *
 * @returns the payments that end in this piece.
 */
function split(state: Split, text: string): readonly string[] {
  const ended: string[] = []
  let from = 0
  const endPart = (at: number, isLast: boolean) => {
    const part = state.part + text.slice(from, at)
    state.part = ''
    from = isLast ? at : at + 1
    // An empty list has no payment.
    if (isLast && state.payments === 0 && part.trim() === '') return
    state.payments += 1
    ended.push(part)
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (state.isText) {
      if (state.isEscaped) state.isEscaped = false
      else if (sign === '\\') state.isEscaped = true
      else if (sign === '"') state.isText = false
    } else if (sign === '"') state.isText = true
    else if (sign === '{' || sign === '[') {
      state.depth += 1
      if (
        sign === '[' &&
        state.depth === 2 &&
        state.place === 'before' &&
        isPaymentsKey(state.frame + text.slice(from, at))
      ) {
        state.place = 'inside'
        state.frame += text.slice(from, at + 1)
        from = at + 1
      }
    } else if (sign === '}' || sign === ']') {
      state.depth -= 1
      if (state.depth === 1 && state.place === 'inside') {
        endPart(at, true)
        state.place = 'after'
      }
    } else if (sign === ',' && state.depth === 2 && state.place === 'inside') endPart(at, false)
  }
  if (state.place === 'inside') state.part += text.slice(from)
  else state.frame += text.slice(from)
  return ended
}

function isPaymentsKey(before: string): boolean {
  const colon = before.trimEnd()
  return colon.endsWith(':') && colon.slice(0, -1).trimEnd().endsWith('"payments"')
}

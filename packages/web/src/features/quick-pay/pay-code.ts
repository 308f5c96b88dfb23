import { NoAnswer } from '../../portal/call-failed.ts'

type PayCode = typeof import('./pay.step.tsx')

let loaded: PayCode | undefined

/**
 * Fetches the code of the pay step, which nobody needs before an account is verified; a failure may be tried again.
 *
 * @throws NoAnswer when it cannot be had.
 */
export async function loadPayCode(): Promise<void> {
  try {
    loaded ??= await import('./pay.step.tsx')
  } catch (error) {
    throw new NoAnswer('the pay step', { cause: error })
  }
}

/** The pay step's code. The wizard opens that step only when it is there. */
export function payCode(): PayCode {
  if (loaded === undefined) throw new Error('The pay step was opened before its code was loaded')
  return loaded
}

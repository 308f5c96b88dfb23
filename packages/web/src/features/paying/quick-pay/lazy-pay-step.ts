import { NoAnswer } from '../../../portal/call/call-failed.ts'

type PayStepModule = typeof import('./pay.step.tsx')

let loaded: PayStepModule | undefined

/**
 * Loads the pay step, which a payer needs only after an account is verified. A failed load can be retried.
 *
 * @throws NoAnswer when it cannot be loaded.
 */
export async function loadPayStep(): Promise<void> {
  try {
    loaded ??= await import('./pay.step.tsx')
  } catch (error) {
    throw new NoAnswer('the pay step', { cause: error })
  }
}

/** The pay step, once it is loaded. The wizard enters the step only then. */
export function lazyPayStep(): PayStepModule {
  if (loaded === undefined) throw new Error('The pay step was entered before it was loaded')
  return loaded
}

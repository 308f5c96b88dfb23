import { CallFailed } from '../call/call-failed.ts'

/** Thrown when the member cancels a required proof of identity: nothing was changed. */
export class StepUpCanceled extends CallFailed {
  constructor({ status, statusText, message, errors }: CallFailed) {
    super(status, statusText, { message, errors })
  }
}

type Ask = () => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)
let underWay: Promise<boolean> | null = null

/** Says who asks the member for the password when a call needs it. */
export function onProofWanted(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = () => Promise.resolve(false)
  }
}

/** Whether a call was refused only because the member's last proof is too long ago. */
export const isProofWanted = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.status === 403 && error.errors.some(({ code }) => code === 'step-up-required')

/** Asks the member, once for all calls that want it. @returns whether they have proven who they are. */
export async function askForProof(): Promise<boolean> {
  underWay ??= ask().finally(() => {
    underWay = null
  })
  return underWay
}

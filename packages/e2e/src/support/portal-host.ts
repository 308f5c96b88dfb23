import { fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../../../tools/launch/portal-processes.ts'

/** A process that serves portals one after another: the modules of the portal are loaded once, and compiled code stays. */
export interface PortalHost {
  /** Makes a call of `host-portals.ts`. Rejects with the host's error. */
  readonly call: <T>(name: string, ...args: readonly unknown[]) => Promise<T>
  readonly isRunning: () => boolean
  /** Ends it without warning, as a power cut would. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Starts a host. It ends with this process at the latest. */
export function startPortalHost(): PortalHost {
  const script = join(root, 'packages/server/src/testing/portal-host.ts')
  const child = fork(script, { cwd: root, execArgv: ['--disable-proto=delete'] })
  const waiting = new Map<number, (answer: Answer) => void>()
  let calls = 0
  child.on('message', (message) => {
    const answer = message as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      for (const [id, answer] of waiting) answer({ id, error: `The host of portals ended (${signal ?? code})` })
      waiting.clear()
      resolve()
    })
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    isRunning,
    call: async <T>(name: string, ...args: readonly unknown[]) => {
      if (!isRunning()) throw new Error('The host of portals has ended')
      const id = (calls += 1)
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
      child.send({ id, name, args })
      const { value, error } = await answered
      if (error !== undefined) throw new Error(error)
      return value as T
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    close: async () => {
      if (isRunning()) child.disconnect()
      await ended
    },
  }
}

import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askControlChannel, type ControlChannel, controlChannelPath, serveControlChannel } from './control-channel.ts'

let folder: string
let path: string
let channel: ControlChannel | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-'))
  path = controlChannelPath(folder)
})
afterEach(async () => {
  await channel?.close()
  channel = undefined
  rmSync(folder, { recursive: true })
})

const echo = async ({ command, args }: { command: string; args: readonly string[] }) => ({
  output: `${command} ${args.join(',')}`,
  exitCode: 3,
})

/** Sends raw bytes and returns the answer once the other side ends. */
const sendRaw = async (bytes: string): Promise<string> =>
  new Promise((settle, failed) => {
    const socket = connect(path)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', failed)
    socket.on('close', () => settle(answer))
    socket.write(bytes)
  })

describe('the control channel', () => {
  test('carries a request and its answer, long texts and other alphabets whole', async () => {
    channel = await serveControlChannel(path, echo)
    const text = `¿Cuánto?\n${'a'.repeat(300_000)}`
    expect(await askControlChannel(path, { command: 'settings', args: ['set', text] })).toEqual({
      output: `settings set,${text}`,
      exitCode: 3,
    })
  })

  test('carries the data of an answer as JSON has it', async () => {
    channel = await serveControlChannel(path, async () => ({ output: 'x', exitCode: 0, value: [{ at: new Date(0) }] }))
    expect((await askControlChannel(path, { command: 'x', args: [] }))?.value).toEqual([
      { at: '1970-01-01T00:00:00.000Z' },
    ])
  })

  test('answers several at once, each with its own answer', async () => {
    channel = await serveControlChannel(path, echo)
    const answers = Array.from({ length: 20 }, async (_, index) =>
      askControlChannel(path, { command: 'n', args: [String(index)] }),
    )
    expect((await Promise.all(answers)).map((answer) => answer?.output)).toEqual(
      Array.from({ length: 20 }, (_, index) => `n ${index}`),
    )
  })

  test('the control channel may be opened by the same user only', async () => {
    channel = await serveControlChannel(path, echo)
    // Named pipes of Windows have no such mode; there the folder of the account protects them.
    expect(process.platform === 'win32' || (statSync(path).mode & 0o777) === 0o600).toBe(true)
  })

  test('returns nothing when no server listens, even with a leftover file in its place', async () => {
    expect(await askControlChannel(path, { command: 'settings', args: [] })).toBeUndefined()
    writeFileSync(path, 'not a socket')
    expect(await askControlChannel(path, { command: 'settings', args: [] })).toBeUndefined()
  })

  test('a file that a dead process left behind is replaced', async () => {
    writeFileSync(path, 'left behind')
    chmodSync(path, 0o400)
    channel = await serveControlChannel(path, echo)
    expect(await askControlChannel(path, { command: 'x', args: [] })).toEqual({ output: 'x ', exitCode: 3 })
  })

  test('a request that is not readable is answered so, and the next one is served', async () => {
    channel = await serveControlChannel(path, echo)
    for (const bytes of ['nonsense\n', '{}\n', '{"command":"x"}\n', '{"command":1,"args":[]}\n', '\n'])
      expect(await sendRaw(bytes)).toBe('{"output":"The request is not readable","exitCode":1}\n')
    expect((await askControlChannel(path, { command: 'x', args: [] }))?.exitCode).toBe(3)
  })

  test('a handler that throws is answered as a failure', async () => {
    channel = await serveControlChannel(path, async () => {
      throw new Error('The database is away')
    })
    expect(await askControlChannel(path, { command: 'x', args: [] })).toEqual({
      output: 'Error: The database is away',
      exitCode: 1,
    })
  })

  test('distinguishes a server that ends before it answers from one that is not there', async () => {
    const serving = await serveControlChannel(path, async () => {
      setImmediate(() => void serving.close())
      return new Promise(() => {})
    })
    await expect(askControlChannel(path, { command: 'x', args: [] })).rejects.toThrow('closed before an answer')
  })

  test('closing ends it: no one is served afterwards', async () => {
    const serving = await serveControlChannel(path, echo)
    await serving.close()
    expect(await askControlChannel(path, { command: 'x', args: [] })).toBeUndefined()
  })

  test('a data folder with a very long path still has a channel', async () => {
    path = controlChannelPath(join(folder, 'a'.repeat(150)))
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(103)
    channel = await serveControlChannel(path, echo)
    expect((await askControlChannel(path, { command: 'x', args: [] }))?.exitCode).toBe(3)
    expect(controlChannelPath(join(folder, 'b'.repeat(150)))).not.toBe(path)
  })
})

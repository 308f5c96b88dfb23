import type { Calls } from '@coopline/contract/calls'
import { addressTemplate, fillAddress, requestHeaders } from '../../../portal/call/api-request.ts'
import { isRecord } from '../../../portal/call/is-record.ts'
import { singleFlight } from '../../../portal/call/single-flight.ts'
import { isGuest } from '../../../portal/session/session.tsx'
import { readSessionItem, writeSessionItem } from '../../../portal/session/session-storage.ts'
import { findStoredUser } from '../../../portal/session/stored-user.ts'

/** A message that is shown. Those of the visitor are `waiting` until the chat service has them. */
export interface ChatMessage {
  readonly id: string
  readonly from: 'visitor' | 'agent'
  readonly text: string
  readonly state: 'delivered' | 'waiting' | 'failed'
}

export interface Conversation {
  readonly id: string
  /** The member of the conversation; another member in this tab begins a new one. */
  readonly memberNumber: string | undefined
  readonly messages: readonly ChatMessage[]
}

type Exchange = Calls['POST /v3/web-chat/messages']

const storageKey = 'web_chat'
const mostStored = 200
const timeoutMs = 30_000
/** Until the next attempt to deliver a message, by failed attempts; after the last one the visitor decides. */
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000] as const
/** Between reads: soon after somebody wrote, later on, and never after that. */
const [liveMs, calmMs, liveForMs, endAfterMs] = [3_000, 15_000, 60_000, 900_000] as const

let conversation: Conversation | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const asking = singleFlight()
let failures = 0
let lastActivity = 0
const listeners = new Set<() => void>()
const heard = new Set<() => void>()

const memberNumber = (): string | undefined => findStoredUser()?.memberNumber

/** The conversation of this tab, begun when there is none or when it is another person's. */
export function currentConversation(): Conversation {
  conversation ??= readStored()
  if (conversation === undefined || conversation.memberNumber !== memberNumber()) {
    conversation = { id: crypto.randomUUID(), memberNumber: memberNumber(), messages: [] }
    failures = 0
  }
  return conversation
}

export function onConversation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` for each answer that brings a new message of the agent. */
export function onAgentMessage(listener: () => void): () => void {
  heard.add(listener)
  return () => heard.delete(listener)
}

/** Shows a message and sends it, again and again until the chat service has it. */
export function sendMessage(text: string): void {
  const message = { id: crypto.randomUUID(), from: 'visitor', text, state: 'waiting' } as const
  change((messages) => [...messages, message])
  failures = 0
  wake(0)
}

/** Sends what could not be delivered once more, under the same ids. */
export function sendAgain(): void {
  change((messages) => messages.map((one) => (one.state === 'failed' ? { ...one, state: 'waiting' } : one)))
  failures = 0
  wake(0)
}

/** Reads the messages of the agent, and keeps reading while the conversation is open. */
export function followConversation(): void {
  wake(0)
}

/** For a portal that starts again in the same document, as tests do. @internal */
export function forgetConversation(): void {
  clearTimeout(timer)
  conversation = undefined
  asking.end()
  failures = 0
  listeners.clear()
  heard.clear()
}

function wake(afterMs: number): void {
  lastActivity = performance.now()
  plan(afterMs)
}

function plan(afterMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), afterMs)
}

/** One call: the oldest message that waits, if any, and what is new. */
async function ask(): Promise<void> {
  if (!asking.begin()) return
  const asked = currentConversation()
  const message = asked.messages.find(({ state }) => state === 'waiting')
  const answer = await exchange(asked, message)
  asking.end()
  // Somebody else signed in meanwhile.
  if (currentConversation().id !== asked.id) return
  if (answer === undefined) failures += 1
  else take(answer, message)
  const gaveUp = message !== undefined && failures > retryMs.length
  if (gaveUp) change((messages) => messages.map((one) => (one.state === 'waiting' ? { ...one, state: 'failed' } : one)))
  planNext()
}

function planNext(): void {
  const idleMs = performance.now() - lastActivity
  const isWaiting = currentConversation().messages.some(({ state }) => state === 'waiting')
  if (isWaiting) return plan(failures === 0 ? 0 : (retryMs[failures - 1] ?? calmMs))
  if (idleMs < endAfterMs) plan(idleMs < liveForMs && failures === 0 ? liveMs : calmMs)
}

function take(answer: Exchange['answer'], message: ChatMessage | undefined): void {
  failures = 0
  const known = new Set(currentConversation().messages.map(({ id }) => id))
  const fresh = answer.messages.filter(({ id }) => !known.has(id))
  if (message === undefined && fresh.length === 0) return
  change((messages) => [
    ...messages.map((one) => (one.id === message?.id ? ({ ...one, state: 'delivered' } as const) : one)),
    ...fresh.map(({ id, text }) => ({ id, text, from: 'agent', state: 'delivered' }) as const),
  ])
  if (fresh.length === 0) return
  lastActivity = performance.now()
  for (const listener of heard) listener()
}

/** @returns undefined when the message did not reach the chat service. */
async function exchange(
  { id, messages }: Conversation,
  message: ChatMessage | undefined,
): Promise<Exchange['answer'] | undefined> {
  const user = findStoredUser()
  const member = user !== null && !isGuest({ member: user, isValid: true }) ? user : null
  const line = member === null ? 'POST /v3/web-chat/messages' : 'POST /v3/members/{memberNumber}/web-chat/messages'
  const after = messages.findLast(({ from }) => from === 'agent')?.id
  const body: Exchange['body'] = {
    conversationId: id,
    ...(message !== undefined && { message: { id: message.id, text: message.text } }),
    ...(after !== undefined && { after }),
  }
  try {
    // Not `call`: nothing on the page waits for the chat, and an ended session is for the page to find out.
    const response = await fetch(fillAddress(addressTemplate(line), { memberNumber: member?.memberNumber ?? '' }), {
      method: 'POST',
      credentials: 'same-origin',
      headers: requestHeaders({ bearer: member?.accessToken }, true),
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = response.ok ? await response.json() : undefined
    // The server builds its answers by the contract.
    return isRecord(answer) && answer['isDelivered'] === true ? (answer as Exchange['answer']) : undefined
  } catch {
    return undefined
  }
}

function change(next: (messages: readonly ChatMessage[]) => readonly ChatMessage[]): void {
  const now = currentConversation()
  conversation = { ...now, messages: next(now.messages).slice(-mostStored) }
  writeSessionItem(storageKey, conversation)
  for (const listener of listeners) listener()
}

/** The conversation that an earlier document of this tab kept. */
function readStored(): Conversation | undefined {
  const kept = readSessionItem(storageKey)
  if (!isRecord(kept) || typeof kept['id'] !== 'string' || !Array.isArray(kept['messages'])) return undefined
  // Written by `change`, in this tab.
  return kept as unknown as Conversation
}

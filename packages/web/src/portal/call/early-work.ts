/** Work that the served page does before the portal's scripts have loaded (`frame/early/main.ts`). */
export interface EarlyWork {
  /** Reads under way, by their address. */
  readonly answers: Map<string, EarlyAnswer>
  /** The portal takes no more answers, so no further read starts. */
  isOver?: boolean
  /** Buttons of the frame that were pressed and could not answer: the portal presses them once it is there. */
  readonly presses: Set<HTMLButtonElement>
  /** Does the work at once or, while the frame is being pressed, after the click: a click on what has been replaced meanwhile is lost. */
  readonly afterPress: (work: () => void) => void
  /** Stops listening: from now on the portal answers by itself. */
  readonly end: () => void
  /** Says that the portal's scripts did not load, and ends all of this. */
  readonly giveUp: () => void
}

/** The element of the frame that says so, hidden until then. */
export const notLoadedId = 'coopline-not-loaded'

export interface EarlyAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly answer: Promise<Response>
  readonly stop: () => void
}

declare global {
  interface Window {
    cooplineEarly?: EarlyWork
  }
}

/** Reads that a page begins with. Addresses hold `{memberNumber}` and `{accountNumber}` where those belong. */
export interface PageReads {
  /** `null` on a page that is about no member: its reads start for every visitor. */
  readonly ofMember: readonly string[] | null
  /** The read of the member's accounts, for a page about one account. It shows the first unless the tab has stored another one. */
  readonly accounts: string | null
  readonly ofAccount: readonly string[]
  /** Not about a member: the same for every visitor. */
  readonly open: readonly string[]
}

/** The time for which an unclaimed answer is kept once the portal has started, in milliseconds. */
const claimWithinMs = 5_000

/** An answer to exactly this request that is on its way already. Each is given once, and only to who asked as the same member. */
export function takeEarlyAnswer(address: string, headers: Readonly<Record<string, string>>): EarlyAnswer | undefined {
  const answers = window.cooplineEarly?.answers
  const found = answers?.get(address)
  if (found === undefined || !isSame(found.headers, headers)) return undefined
  answers?.delete(address)
  return found
}

/** Stops the answers that no page has requested by then: an answer that no one reads keeps its connection. */
export function dropEarlyAnswersSoon(): void {
  setTimeout(() => {
    const early = window.cooplineEarly
    if (early === undefined) return
    early.isOver = true
    for (const { stop } of early.answers.values()) stop()
    early.answers.clear()
  }, claimWithinMs)
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

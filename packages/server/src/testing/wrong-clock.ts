/**
 * Loaded with `--import` into a process of a test: gives it a wall clock that is wrong by CLOCK_WRONG_BY_SECONDS. With
 * CLOCK_JUMPS_AFTER_SECONDS the clock is right at first, and after each such time it jumps: to wrong, to wrong the other way,
 * to right again. CLOCK_SPEED makes it run at another speed from the start: 0 stands still. `performance.now()` stays as it
 * is: no change of a wall clock affects it.
 */
const wrongByMs = Number(process.env['CLOCK_WRONG_BY_SECONDS']) * 1000
const jumpsAfterMs = Number(process.env['CLOCK_JUMPS_AFTER_SECONDS'] ?? '0') * 1000
const speed = Number(process.env['CLOCK_SPEED'] ?? '1')
const turns = [0, 1, -1] as const

const readRealClock = Date.now
const startedAt = readRealClock()

function readWrongClock(): number {
  const turn = jumpsAfterMs === 0 ? 1 : (turns[Math.floor(performance.now() / jumpsAfterMs) % turns.length] ?? 0)
  return startedAt + (readRealClock() - startedAt) * speed + turn * wrongByMs
}

Date.now = readWrongClock
globalThis.Date = new Proxy(Date, {
  apply: () => new Date(readWrongClock()).toString(),
  construct: (target, values: [], newTarget: typeof Date) =>
    Reflect.construct(target, values.length === 0 ? [readWrongClock()] : values, newTarget) as Date,
})

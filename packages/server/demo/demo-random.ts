/** Pseudorandom numbers, the same for the same seed on every machine. */
export interface DemoRandom {
  /** Returns a number that is at least 0 and below 1. */
  readonly next: () => number
  /** A whole number of `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
  readonly chance: (share: number) => boolean
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, good enough for street names. */
export function createDemoRandom(...seeds: readonly number[]): DemoRandom {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ (seed >>> 0), 0x9e3779b1) >>> 0, 0x2545f491)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    chance: (share) => next() < share,
  }
}

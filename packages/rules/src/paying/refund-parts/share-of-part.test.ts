import { assert, constant, integer, property, array, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { shareOfPart } from './share-of-part.ts'

const linesOf = (...amounts: readonly number[]) =>
  amounts.map((amount, at) => ({ name: `line ${at}`, amount: cents(amount) }))
const sharesOf = (left: readonly number[], part: number) =>
  shareOfPart(linesOf(...left), cents(part)).map(({ amount }) => amount)
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Amounts of up to $10,000,000 for up to 12 accounts and a fee. */
const lines = array(integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 13 })
const linesAndPart = lines.chain((left) => tuple(constant(left), integer({ min: 0, max: sumOf(left) })))

describe('the shares of a part', () => {
  it('are in proportion to what is left, with the remaining cents for the largest remainders', () => {
    expect(sharesOf([10_000, 295], 2_000)).toEqual([1_943, 57]) // 1942.69 and 57.31
    expect(sharesOf([100, 100, 100], 100)).toEqual([34, 33, 33])
    expect(sharesOf([1, 1, 1, 2], 2)).toEqual([1, 0, 0, 1])
    expect(sharesOf([5_000, 0, 5_000], 5_000)).toEqual([2_500, 0, 2_500])
  })

  it('keep the other members of the lines', () => {
    expect(shareOfPart(linesOf(300, 100), cents(4))).toEqual([
      { name: 'line 0', amount: 3 },
      { name: 'line 1', amount: 1 },
    ])
    expect(shareOfPart(linesOf(0), cents(0))).toEqual([{ name: 'line 0', amount: 0 }])
    expect(shareOfPart([], cents(0))).toEqual([])
  })

  it('are zero or more, at most what is left, within a cent of the proportion, and add up to the part', () => {
    assert(
      property(linesAndPart, ([left, part]) => {
        const shares = sharesOf(left, part)
        expect(sumOf(shares)).toBe(part)
        for (const [at, share] of shares.entries()) {
          const line = left[at] ?? 0
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(line)
          const exact = BigInt(line) * BigInt(part)
          const distance = BigInt(share) * BigInt(sumOf(left)) - exact
          expect(distance < sumOf(left) && -distance < sumOf(left) + 1).toBe(true)
        }
      }),
    )
  })

  it('mirror the booking when parts add up to the whole', () => {
    assert(
      property(lines, array(integer({ min: 0, max: 100 }), { maxLength: 8 }), (booked, percents) => {
        let left = booked
        for (const percent of [...percents, 100]) {
          const shares = sharesOf(left, Math.floor((sumOf(left) * percent) / 100))
          left = left.map((amount, at) => amount - (shares[at] ?? 0))
        }
        expect(left).toEqual(booked.map(() => 0))
      }),
    )
  })

  it('are exact for amounts whose products are no safe integers', () => {
    expect(sharesOf([99_999_999_999_998, 1], 99_999_999_999_998)).toEqual([99_999_999_999_997, 1])
  })

  it('exist for no part below zero or above what is left', () => {
    for (const part of [-1, 301]) expect(() => sharesOf([200, 100], part)).toThrow(`Not a part of 300: ${part}`)
  })
})

import type { Strength } from '@coopline/ui/strength-meter'
import { useEffect, useState } from 'react'
import { loadStrengthEstimate } from './password-strength.ts'

/** Somebody who types is not interrupted after every key. */
const pauseMs = 250

/**
 * Estimates the strength of a password a moment after the last key; `null` without a password and before the first estimate.
 *
 * @param known words that a guesser would try first: the member's name, the cooperative's.
 */
export function usePasswordStrength(password: string, known: string): Strength | null {
  const [estimated, setEstimated] = useState<{ readonly password: string; readonly strength: Strength } | null>(null)
  useEffect(() => {
    if (password === '') return undefined
    let isCurrent = true
    const estimateStrength = async () => {
      const estimate = await loadStrengthEstimate()
      if (isCurrent) setEstimated({ password, strength: estimate(password, known.split(/\s+/u)) })
    }
    const timer = setTimeout(() => void estimateStrength().catch(() => undefined), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, known])
  return password === '' ? null : (estimated?.strength ?? null)
}

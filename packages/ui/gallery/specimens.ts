import type { ReactNode } from 'react'

/** By piece, named like its file, and by state. A state whose name begins with `Spanish` is marked as Spanish for screen readers. */
export type Specimens = Readonly<Record<string, Readonly<Record<string, ReactNode>>>>

/** For callbacks that a specimen must pass and that have no effect here. */
export const ignore = (): void => undefined

import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Takes the output of commands on these streams of the console for every test of the file, in place of the terminal.
 *
 * @returns the texts in their order, emptied before each test.
 */
export function takeOutput(...streams: readonly ('log' | 'error')[]): string[] {
  const texts: string[] = []
  beforeEach(() => {
    texts.length = 0
    for (const stream of streams) vi.spyOn(console, stream).mockImplementation((text: string) => void texts.push(text))
  })
  afterEach(() => vi.restoreAllMocks())
  return texts
}

import { writeFileSync } from 'node:fs'
import { peakMemoryBytes } from '@coopline/testing/peak-memory'

/** Loaded with `--import` into a process of a test: writes the peak of its resident memory, in bytes, to PEAK_FILE when it ends. */
process.on('exit', () => {
  const file = process.env['PEAK_FILE']
  if (file !== undefined) writeFileSync(file, String(peakMemoryBytes()))
})

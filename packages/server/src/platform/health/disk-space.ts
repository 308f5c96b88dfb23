import { statfs } from 'node:fs/promises'
import type { Env } from '../env.ts'

/** A folder that the portal writes to or reads from, and the setting that names it. */
export interface NamedFolder {
  readonly setting: 'DATA_DIR' | 'DOCUMENTS_DIR'
  readonly folder: string
}

/** The file system of a folder, in blocks. */
export type ReadSpace = (folder: string) => Promise<{ readonly blocks: number; readonly bavail: number }>

export const portalFolders = (env: Pick<Env, 'DATA_DIR' | 'DOCUMENTS_DIR'>): readonly NamedFolder[] => [
  { setting: 'DATA_DIR', folder: env.DATA_DIR },
  ...(env.DOCUMENTS_DIR === undefined ? [] : [{ setting: 'DOCUMENTS_DIR', folder: env.DOCUMENTS_DIR } as const]),
]

/** The share of a folder's disk that the portal may still use, 0 to 1; `null` when the folder cannot be read. */
export async function readFreeShare(folder: string, readSpace: ReadSpace = statfs): Promise<number | null> {
  const space = await readSpace(folder).catch(() => null)
  return space === null ? null : space.bavail / Math.max(1, space.blocks)
}

/** Above this share in use the alarm `disk-space` is raised (REL-21). */
const mostUsed = 0.8

/** The settings of folders whose disk is more than 80 % full, with the share in use. A disk of several folders counts for each. */
export async function listFullDisks(
  env: Pick<Env, 'DATA_DIR' | 'DOCUMENTS_DIR'>,
  readSpace?: ReadSpace,
): Promise<readonly { readonly setting: NamedFolder['setting']; readonly used: number }[]> {
  const found = []
  for (const { setting, folder } of portalFolders(env)) {
    const free = await readFreeShare(folder, readSpace)
    if (free !== null && 1 - free > mostUsed) found.push({ setting, used: 1 - free })
  }
  return found
}

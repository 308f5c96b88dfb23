import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the embedded database within a data folder. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'database')

/** True when the data folder holds an embedded database. */
export const holdsDatabase = (dataDir: string): boolean => existsSync(databaseFolder(dataDir))

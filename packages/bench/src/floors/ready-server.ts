import { createServer } from 'node:http'
import { openBareDatabase } from './bare-database.ts'

/** The floor of P14: opens the database, asks it one thing, listens. */
const database = await openBareDatabase()
await database.query('select 1')
createServer((_request, response) => response.end('ready')).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

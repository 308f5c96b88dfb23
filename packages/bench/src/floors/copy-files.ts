import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'

/** The floor of P7: streams files whose columns the database reads itself into their tables, one COPY for each, in one process. */
const [folder = '', ...files] = process.argv.slice(2)
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await client.connect()
for (const file of files) {
  const [name = ''] = file.split('.')
  const table = `cis.${name.replace(/s$/u, '')}`
  const columns = process.env[`COLUMNS_${name}`]
  const copy = client.query(from(`copy ${table} (${columns}) from stdin with (format csv, header)`))
  await pipeline(createReadStream(join(folder, file)), copy)
}
await client.end()
